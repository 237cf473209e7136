package io.signalbox.rib;

/** A walk over a trie in order, from a prefix on. Valid while the trie does not change. One thread. */
final class TrieWalk {
	private final PrefixTrie trie;
	/** Branches still to visit: at most one for each bit of an address, and the current one. */
	private final int[] pending = new int[130];
	private int depth;

	private TrieWalk(PrefixTrie trie) {
		this.trie = trie;
	}

	/** All nodes under {@code top}, itself first; {@link PrefixTrie#NONE} is an empty walk. */
	static TrieWalk from(PrefixTrie trie, int top) {
		TrieWalk walk = new TrieWalk(trie);
		walk.push(top);
		return walk;
	}

	/** The nodes under {@code top} that come after a prefix, whether that is there or not. */
	static TrieWalk after(PrefixTrie trie, int top, long high, long low, int length) {
		TrieWalk walk = new TrieWalk(trie);
		int at = top;
		while (at != PrefixTrie.NONE) {
			int common = Math.min(trie.common(at, high, low), length);
			if (common < trie.length(at)) {
				// The node parts from the prefix at bit `common`, or lies within the prefix: then it comes after.
				if (common == length || isAbove(trie, at, high, low)) {
					walk.push(at);
				}
				return walk;
			}
			if (trie.length(at) == length) {
				walk.push(trie.one(at));
				walk.push(trie.zero(at));
				return walk;
			}
			boolean zeroBranch = isZeroBranch(trie, at, high, low);
			if (zeroBranch) {
				walk.push(trie.one(at));
			}
			at = zeroBranch ? trie.zero(at) : trie.one(at);
		}
		return walk;
	}

	private static boolean isAbove(PrefixTrie trie, int node, long high, long low) {
		int order = Long.compareUnsigned(trie.high(node), high);
		return order != 0 ? order > 0 : Long.compareUnsigned(trie.low(node), low) > 0;
	}

	private static boolean isZeroBranch(PrefixTrie trie, int node, long high, long low) {
		int at = trie.length(node);
		return (at < 64 ? high << at : low << (at - 64)) >= 0;
	}

	private void push(int node) {
		if (node != PrefixTrie.NONE) {
			pending[depth++] = node;
		}
	}

	/** The next node, or {@link PrefixTrie#NONE} at the end. */
	int next() {
		if (depth == 0) {
			return PrefixTrie.NONE;
		}
		int node = pending[--depth];
		push(trie.one(node));
		push(trie.zero(node));
		return node;
	}
}
