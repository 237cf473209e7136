package io.signalbox.rib;

import io.signalbox.route.RouteChanges;
import java.util.Arrays;
import java.util.BitSet;

/**
 * All routes of one family: the trie, each node's candidates, and the nexthop id that the FIB has for it. Changes
 * belong to a transaction from {@link #begin} to {@link #finish} or {@link #undo}; nodes without routes leave the
 * trie only then, so that node numbers hold meanwhile. One thread.
 */
final class RouteTable {
	private static final int NOT_IN_FIB = 0;

	final PrefixTrie trie;
	final Candidates candidates = new Candidates();
	private final Sources sources;
	private final NexthopTable nexthops;
	private final BestRoute best;
	private int[] first = {};
	private int[] fib = {};
	private Journal journal = new Journal();
	private BitSet stale;
	private int prefixes;

	RouteTable(boolean ipv6, Sources sources, NexthopTable nexthops) {
		this.trie = new PrefixTrie(ipv6);
		this.sources = sources;
		this.nexthops = nexthops;
		this.best = new BestRoute(candidates, sources, nexthops);
	}

	BestRoute best() {
		return best;
	}

	/** How many prefixes have a route. */
	int prefixes() {
		return prefixes;
	}

	/** The head of a node's chain, {@link Candidates#NONE} for a joining node. */
	int first(int node) {
		return first[node];
	}

	/** The nexthop id that the FIB has for a node, 0 = none. */
	int fib(int node) {
		return fib[node];
	}

	void begin() {
		journal = new Journal();
		stale = null;
	}

	/** Marks all routes of a source: what is not announced again goes with {@link #sweep}. */
	void mark(int source) {
		stale = new BitSet(candidates.bound());
		for (int candidate = 0; candidate < candidates.bound(); candidate++) {
			if (candidates.node(candidate) != Candidates.NONE && candidates.source(candidate) == source) {
				stale.set(candidate);
			}
		}
	}

	void sweep() {
		for (int at = stale.nextSetBit(0); at >= 0; at = stale.nextSetBit(at + 1)) {
			remove(at);
		}
		stale = null;
	}

	void announce(int source, RouteChanges changes, int at, int nexthop, long since) {
		int node = trie.insert(changes.high(at), changes.low(at), changes.length(at));
		growTo(trie.bound());
		int metric = (int) changes.metric(at);
		int distance = changes.distance(at);
		int candidate = candidates.find(first[node], source);
		if (candidate == Candidates.NONE) {
			record(node, Candidates.NONE);
			add(node, source, nexthop, metric, distance, since);
			return;
		}
		if (stale != null) {
			stale.clear(candidate);
		}
		if (candidates.nexthop(candidate) != nexthop
				|| candidates.metric(candidate) != metric
				|| candidates.distance(candidate) != distance) {
			record(node, candidate);
			change(candidate, nexthop, metric, distance, since);
		}
	}

	void withdraw(int source, RouteChanges changes, int at) {
		int node = trie.find(changes.high(at), changes.low(at), changes.length(at));
		int candidate = node == PrefixTrie.NONE ? Candidates.NONE : candidates.find(first[node], source);
		if (candidate != Candidates.NONE) {
			remove(candidate);
		}
	}

	private void growTo(int nodes) {
		if (nodes > first.length) {
			int from = first.length;
			int larger = Math.max(64, nodes + (nodes >> 1));
			first = Arrays.copyOf(first, larger);
			fib = Arrays.copyOf(fib, larger);
			Arrays.fill(first, from, larger, Candidates.NONE);
		}
	}

	private void record(int node, int candidate) {
		if (!journal.isFirst(node)) {
			return;
		}
		if (candidate == Candidates.NONE) {
			journal.add(node, Journal.ABSENT, 0, 0, 0);
		} else {
			journal.add(
					node,
					candidates.nexthop(candidate),
					candidates.metric(candidate),
					candidates.distance(candidate),
					candidates.since(candidate));
		}
	}

	private void add(int node, int source, int nexthop, int metric, int distance, long since) {
		prefixes += first[node] == Candidates.NONE ? 1 : 0;
		int candidate = candidates.allocate(node, source, first[node]);
		candidates.set(candidate, nexthop, metric, distance, since);
		first[node] = candidate;
		nexthops.retain(nexthop);
		sources.count(source, trie.isIpv6(), 1);
	}

	private void change(int candidate, int nexthop, int metric, int distance, long since) {
		nexthops.retain(nexthop);
		nexthops.release(candidates.nexthop(candidate));
		candidates.set(candidate, nexthop, metric, distance, since);
	}

	private void remove(int candidate) {
		int node = candidates.node(candidate);
		record(node, candidate);
		drop(node, candidate);
	}

	private void drop(int node, int candidate) {
		nexthops.release(candidates.nexthop(candidate));
		sources.count(candidates.source(candidate), trie.isIpv6(), -1);
		first[node] = candidates.release(candidate, first[node]);
		prefixes -= first[node] == Candidates.NONE ? 1 : 0;
	}

	/** Adds the winners that changed among the nodes of this transaction's routes. */
	void emit(FibChange change) {
		for (int at = 0; at < journal.size(); at++) {
			emit(journal.node(at), change);
		}
	}

	/** Adds the winners that changed because nexthops came to resolve or ceased to. */
	void emitNexthops(BitSet flipped, FibChange change) {
		for (int candidate = 0; candidate < candidates.bound(); candidate++) {
			if (candidates.node(candidate) != Candidates.NONE && flipped.get(candidates.nexthop(candidate))) {
				emit(candidates.node(candidate), change);
			}
		}
	}

	/** Adds the winners that changed because a source's distance did. */
	void emitSource(int source, FibChange change) {
		for (int candidate = 0; candidate < candidates.bound(); candidate++) {
			if (candidates.node(candidate) != Candidates.NONE && candidates.source(candidate) == source) {
				emit(candidates.node(candidate), change);
			}
		}
	}

	private void emit(int node, FibChange change) {
		int winner = best.of(first[node]);
		int nexthop = winner == Candidates.NONE ? NOT_IN_FIB : candidates.nexthop(winner);
		if (nexthop != fib[node]) {
			journal.addFib(node, fib[node]);
			fib[node] = nexthop;
			change.route(trie.isIpv6(), trie.high(node), trie.low(node), trie.length(node), nexthop);
		}
	}

	/** Counts what this transaction's routes came to: added, changed, removed. */
	int[] count(int source) {
		int[] counts = new int[3];
		for (int at = 0; at < journal.size(); at++) {
			int now = candidates.find(first[journal.node(at)], source);
			boolean was = journal.nexthop(at) != Journal.ABSENT;
			if (now == Candidates.NONE) {
				counts[2] += was ? 1 : 0;
			} else if (!was) {
				counts[0]++;
			} else if (differs(at, now)) {
				counts[1]++;
			}
		}
		return counts;
	}

	private boolean differs(int at, int candidate) {
		return journal.nexthop(at) != candidates.nexthop(candidate)
				|| journal.metric(at) != candidates.metric(candidate)
				|| journal.distance(at) != candidates.distance(candidate);
	}

	/** Puts this transaction's routes back as they were. */
	void undo(int source) {
		for (int at = journal.fibSize() - 1; at >= 0; at--) {
			fib[journal.fibNode(at)] = journal.fibBefore(at);
		}
		for (int at = 0; at < journal.size(); at++) {
			int node = journal.node(at);
			int now = candidates.find(first[node], source);
			if (journal.nexthop(at) == Journal.ABSENT) {
				if (now != Candidates.NONE) {
					drop(node, now);
				}
			} else if (now == Candidates.NONE) {
				add(node, source, journal.nexthop(at), journal.metric(at), journal.distance(at), journal.since(at));
			} else {
				change(now, journal.nexthop(at), journal.metric(at), journal.distance(at), journal.since(at));
			}
		}
		finish();
	}

	/** Ends the transaction: prefixes that have no route any more leave the trie. */
	void finish() {
		for (int at = 0; at < journal.size(); at++) {
			int node = journal.node(at);
			if (!trie.isFree(node) && first[node] == Candidates.NONE) {
				trie.remove(node, other -> first[other] != Candidates.NONE);
			}
		}
		journal = new Journal();
		stale = null;
	}
}
