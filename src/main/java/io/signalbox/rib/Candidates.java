package io.signalbox.rib;

import java.util.Arrays;

/**
 * The routes of one family in primitive arrays, chained by node: a candidate is a number. 28 bytes a candidate.
 * A node's chain has each source at most once and no order. One thread.
 */
final class Candidates {
	static final int NONE = -1;

	private static final int INITIAL = 64;

	private int[] next = new int[INITIAL];
	private int[] node = new int[INITIAL];
	private short[] source = new short[INITIAL];
	private short[] distance = new short[INITIAL];
	private int[] nexthop = new int[INITIAL];
	private int[] metric = new int[INITIAL];
	private long[] since = new long[INITIAL];
	private int used;
	private int count;
	private int free = NONE;

	/** A new candidate before {@code chain}; the caller makes it the chain's head. */
	int allocate(int atNode, int ofSource, int chain) {
		int candidate = free;
		if (candidate != NONE) {
			free = next[candidate];
		} else {
			if (used == next.length) {
				grow(used + (used >> 1));
			}
			candidate = used++;
		}
		count++;
		node[candidate] = atNode;
		source[candidate] = (short) ofSource;
		next[candidate] = chain;
		return candidate;
	}

	void set(int candidate, int nexthopId, int metricBits, int distanceValue, long sinceMillis) {
		nexthop[candidate] = nexthopId;
		metric[candidate] = metricBits;
		distance[candidate] = (short) distanceValue;
		since[candidate] = sinceMillis;
	}

	/** Takes a candidate out of its chain; returns the chain's head, which may be another now. */
	int release(int candidate, int chain) {
		int head = chain;
		if (chain == candidate) {
			head = next[candidate];
		} else {
			int before = chain;
			while (next[before] != candidate) {
				before = next[before];
			}
			next[before] = next[candidate];
		}
		count--;
		node[candidate] = NONE;
		next[candidate] = free;
		free = candidate;
		return head;
	}

	/** The candidate of a source in a chain, or {@link #NONE}. */
	int find(int chain, int ofSource) {
		int candidate = chain;
		while (candidate != NONE && source[candidate] != ofSource) {
			candidate = next[candidate];
		}
		return candidate;
	}

	/** How many routes there are, of all sources. */
	int count() {
		return count;
	}

	/** All candidates are below this number; some of them may be free. */
	int bound() {
		return used;
	}

	int next(int candidate) {
		return next[candidate];
	}

	/** Its node, or {@link #NONE} when the number is free. */
	int node(int candidate) {
		return node[candidate];
	}

	int source(int candidate) {
		return source[candidate];
	}

	int nexthop(int candidate) {
		return nexthop[candidate];
	}

	/** Unsigned. */
	int metric(int candidate) {
		return metric[candidate];
	}

	/** 0 to 255, or {@link io.signalbox.route.RouteChanges#SOURCE_DISTANCE}. */
	int distance(int candidate) {
		return distance[candidate];
	}

	/** Milliseconds since 1970; no two transactions have the same. */
	long since(int candidate) {
		return since[candidate];
	}

	private void grow(int larger) {
		next = Arrays.copyOf(next, larger);
		node = Arrays.copyOf(node, larger);
		source = Arrays.copyOf(source, larger);
		distance = Arrays.copyOf(distance, larger);
		nexthop = Arrays.copyOf(nexthop, larger);
		metric = Arrays.copyOf(metric, larger);
		since = Arrays.copyOf(since, larger);
	}
}
