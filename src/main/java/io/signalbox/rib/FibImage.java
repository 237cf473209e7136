package io.signalbox.rib;

import java.util.Arrays;

/**
 * What the FIB has of one table, as its listener was told: a nexthop id for each node, 0 where there is none, and the
 * digest of each slice. What a transaction changes can be undone. One thread.
 */
final class FibImage {
	static final int NONE = 0;

	private static final int INITIAL = 16;

	private final PrefixTrie trie;
	private final long[] digest = new long[FibDigest.SLICES];
	private int[] nexthop = {};
	private int[] changedNode = new int[INITIAL];
	private int[] before = new int[INITIAL];
	private int changes;

	FibImage(PrefixTrie trie) {
		this.trie = trie;
	}

	void growTo(int nodes) {
		nexthop = Arrays.copyOf(nexthop, nodes);
	}

	int get(int node) {
		return nexthop[node];
	}

	/** Sets a node's nexthop; false when it is that already. */
	boolean set(int node, int id) {
		if (nexthop[node] == id) {
			return false;
		}
		if (changes == changedNode.length) {
			changedNode = Arrays.copyOf(changedNode, changes * 2);
			before = Arrays.copyOf(before, changes * 2);
		}
		changedNode[changes] = node;
		before[changes++] = nexthop[node];
		put(node, id);
		return true;
	}

	private void put(int node, int id) {
		int slice = FibDigest.slice(trie.isIpv6(), trie.high(node));
		digest[slice] += mix(node, id) - mix(node, nexthop[node]);
		nexthop[node] = id;
	}

	private long mix(int node, int id) {
		return id == NONE ? 0 : FibDigest.mix(trie.high(node), trie.low(node), trie.length(node), id);
	}

	/** Puts back what the transaction changed. */
	void undo() {
		while (changes > 0) {
			changes--;
			put(changedNode[changes], before[changes]);
		}
		finish();
	}

	/** Ends the transaction; the room for a large one is given back. */
	void finish() {
		if (changes > INITIAL) {
			changedNode = new int[INITIAL];
			before = new int[INITIAL];
		}
		changes = 0;
	}

	long[] digest() {
		return digest.clone();
	}
}
