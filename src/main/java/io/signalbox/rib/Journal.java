package io.signalbox.rib;

import java.util.Arrays;
import java.util.BitSet;

/**
 * What one transaction did to one family, so that it can be counted and undone: the first state of each route it
 * touched, and which nodes' winners must be looked at. A transaction touches the routes of one source only.
 */
final class Journal {
	/** As an old nexthop: the route was not there. */
	static final int ABSENT = 0;

	private static final int INITIAL = 16;

	private final BitSet touched = new BitSet();
	private int[] node = new int[INITIAL];
	private int[] nexthop = new int[INITIAL];
	private int[] metric = new int[INITIAL];
	private short[] distance = new short[INITIAL];
	private long[] since = new long[INITIAL];
	private boolean[] stale = new boolean[INITIAL];
	private int size;

	/** True the first time in this transaction that a node's route is touched: then its state is to be added. */
	boolean isFirst(int ofNode) {
		return !touched.get(ofNode);
	}

	void add(int ofNode, int oldNexthop, int oldMetric, int oldDistance, long oldSince, boolean wasStale) {
		if (size == node.length) {
			int larger = size * 2;
			node = Arrays.copyOf(node, larger);
			nexthop = Arrays.copyOf(nexthop, larger);
			metric = Arrays.copyOf(metric, larger);
			distance = Arrays.copyOf(distance, larger);
			since = Arrays.copyOf(since, larger);
			stale = Arrays.copyOf(stale, larger);
		}
		touched.set(ofNode);
		node[size] = ofNode;
		nexthop[size] = oldNexthop;
		metric[size] = oldMetric;
		distance[size] = (short) oldDistance;
		since[size] = oldSince;
		stale[size] = wasStale;
		size++;
	}

	int size() {
		return size;
	}

	int node(int at) {
		return node[at];
	}

	int nexthop(int at) {
		return nexthop[at];
	}

	int metric(int at) {
		return metric[at];
	}

	int distance(int at) {
		return distance[at];
	}

	long since(int at) {
		return since[at];
	}

	boolean stale(int at) {
		return stale[at];
	}
}
