package io.signalbox.rib;

import java.util.Arrays;

/**
 * A path-compressed binary trie of one family's prefixes in primitive arrays: a node is a number. A node that only
 * joins two branches looks like any other; whether a prefix has routes is {@link RouteTable}'s to know. A walk in
 * order (a node, then its zero branch, then its one branch) is a walk by address, then by length.
 *
 * <p>26 bytes a node for IPv4 and 34 for IPv6; n prefixes need at most 2n - 1 nodes. One thread.
 */
final class PrefixTrie {
	static final int NONE = -1;

	private static final int INITIAL = 64;
	private static final byte FREE = -1;
	private static final long[] NO_LOW = {};

	private final boolean ipv6;
	private long[] high = new long[INITIAL];
	private long[] low;
	private short[] length = new short[INITIAL];
	private int[] zero = new int[INITIAL];
	private int[] one = new int[INITIAL];
	private int root = NONE;
	private int used;
	private int free = NONE;

	PrefixTrie(boolean ipv6) {
		this.ipv6 = ipv6;
		low = ipv6 ? new long[INITIAL] : NO_LOW;
	}

	boolean isIpv6() {
		return ipv6;
	}

	int root() {
		return root;
	}

	/** All nodes are below this number. */
	int bound() {
		return used;
	}

	long high(int node) {
		return high[node];
	}

	long low(int node) {
		return ipv6 ? low[node] : 0;
	}

	int length(int node) {
		return length[node];
	}

	boolean isFree(int node) {
		return length[node] == FREE;
	}

	int zero(int node) {
		return zero[node];
	}

	int one(int node) {
		return one[node];
	}

	/** The branch of a node that an address lies in, {@link #NONE} when it is empty or the node is a host's. */
	int branch(int node, long highBits, long lowBits) {
		if (length[node] == (ipv6 ? 128 : 32)) {
			return NONE;
		}
		return bit(highBits, lowBits, length[node]) == 0 ? zero[node] : one[node];
	}

	/** How many leading bits of an address and a node's prefix are the same, at most the node's length. */
	int common(int node, long highBits, long lowBits) {
		long difference = high[node] ^ highBits;
		int same = difference != 0 || !ipv6
				? Long.numberOfLeadingZeros(difference)
				: 64 + Long.numberOfLeadingZeros(low[node] ^ lowBits);
		return Math.min(same, length[node]);
	}

	boolean covers(int node, long highBits, long lowBits) {
		return common(node, highBits, lowBits) == length[node];
	}

	/** The node of exactly this prefix, or {@link #NONE}. */
	int find(long highBits, long lowBits, int bits) {
		int at = root;
		while (at != NONE && length[at] <= bits && covers(at, highBits, lowBits)) {
			if (length[at] == bits) {
				return at;
			}
			at = branch(at, highBits, lowBits);
		}
		return NONE;
	}

	/** The top node of all prefixes that lie within this one, or {@link #NONE}. */
	int findWithin(long highBits, long lowBits, int bits) {
		int at = root;
		while (at != NONE) {
			if (length[at] >= bits) {
				return common(at, highBits, lowBits) >= bits ? at : NONE;
			}
			if (!covers(at, highBits, lowBits)) {
				return NONE;
			}
			at = branch(at, highBits, lowBits);
		}
		return NONE;
	}

	/** The node of this prefix, made where there is none. */
	int insert(long highBits, long lowBits, int bits) {
		int parent = NONE;
		int at = root;
		while (at != NONE) {
			int common = common(at, highBits, lowBits);
			if (common < length[at] || length[at] > bits) {
				return split(parent, at, Math.min(common, bits), highBits, lowBits, bits);
			}
			if (length[at] == bits) {
				return at;
			}
			parent = at;
			at = branch(at, highBits, lowBits);
		}
		int leaf = allocate(highBits, lowBits, bits);
		attach(parent, leaf);
		return leaf;
	}

	/** Puts a new prefix above {@code below}, or beside it under a joining node of {@code common} bits. */
	private int split(int parent, int below, int common, long highBits, long lowBits, int bits) {
		int node = allocate(highBits, lowBits, bits);
		if (common == bits) {
			attach(parent, node);
			attach(node, below);
			return node;
		}
		int join = allocate(highBits & mask(common), lowBits & mask(common - 64), common);
		attach(parent, join);
		attach(join, below);
		attach(join, node);
		return node;
	}

	/** Hangs a node under its parent, in place of what was in that branch. */
	private void attach(int parent, int node) {
		if (parent == NONE) {
			root = node;
		} else if (bit(high[node], low(node), length[parent]) == 0) {
			zero[parent] = node;
		} else {
			one[parent] = node;
		}
	}

	/**
	 * Removes a node that is no prefix any more. It stays as a joining node while it has two branches; a joining node
	 * above it that {@code isPrefix} denies goes with it when one branch is left.
	 */
	void remove(int node, NodeTest isPrefix) {
		if (zero[node] != NONE && one[node] != NONE) {
			return;
		}
		int grandparent = NONE;
		int parent = NONE;
		int at = root;
		while (at != node) {
			grandparent = parent;
			parent = at;
			at = branch(at, high[node], low(node));
		}
		replace(parent, node, onlyBranch(node));
		if (parent != NONE && !isPrefix.test(parent) && (zero[parent] == NONE || one[parent] == NONE)) {
			replace(grandparent, parent, onlyBranch(parent));
		}
	}

	private int onlyBranch(int node) {
		return zero[node] != NONE ? zero[node] : one[node];
	}

	private void replace(int parent, int node, int by) {
		if (parent == NONE) {
			root = by;
		} else if (zero[parent] == node) {
			zero[parent] = by;
		} else {
			one[parent] = by;
		}
		length[node] = FREE;
		zero[node] = free;
		free = node;
	}

	private int allocate(long highBits, long lowBits, int bits) {
		int node = free;
		if (node != NONE) {
			free = zero[node];
		} else {
			if (used == high.length) {
				grow(used + (used >> 1));
			}
			node = used++;
		}
		high[node] = highBits;
		if (ipv6) {
			low[node] = lowBits;
		}
		length[node] = (short) bits;
		zero[node] = NONE;
		one[node] = NONE;
		return node;
	}

	private void grow(int larger) {
		high = Arrays.copyOf(high, larger);
		low = ipv6 ? Arrays.copyOf(low, larger) : NO_LOW;
		length = Arrays.copyOf(length, larger);
		zero = Arrays.copyOf(zero, larger);
		one = Arrays.copyOf(one, larger);
	}

	private static int bit(long highBits, long lowBits, int at) {
		return (int) ((at < 64 ? highBits >>> (63 - at) : lowBits >>> (127 - at)) & 1);
	}

	private static long mask(int bits) {
		return bits <= 0 ? 0 : bits >= 64 ? -1 : -1L << (64 - bits);
	}

	/** A question about a node. */
	@FunctionalInterface
	interface NodeTest {
		boolean test(int node);
	}
}
