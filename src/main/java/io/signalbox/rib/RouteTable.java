package io.signalbox.rib;

import io.signalbox.route.RouteChanges;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * All routes of one family in one VRF: the trie and each node's candidates. Changes belong to a transaction, which
 * ends with {@link #finish} or {@link #undo}; nodes without routes leave the trie only then, so that node numbers
 * hold meanwhile. One thread.
 */
final class RouteTable {
	final PrefixTrie trie;
	final Candidates candidates = new Candidates();
	final FibImage fib;
	private final NexthopTable nexthops;
	private final BestRoute best;
	private final Loops loops = new Loops();
	/** Candidates that their source is to say again, or a sweep takes them. */
	private final BitSet stale = new BitSet();
	private int[] first = {};
	private int[] routes = {};
	private int prefixes;
	private Journal journal = new Journal();

	RouteTable(boolean ipv6, Sources sources, NexthopTable nexthops) {
		this.trie = new PrefixTrie(ipv6);
		this.fib = new FibImage(trie);
		this.nexthops = nexthops;
		this.best = new BestRoute(candidates, sources, nexthops, loops);
	}

	BestRoute best() {
		return best;
	}

	Loops loops() {
		return loops;
	}

	Journal journal() {
		return journal;
	}

	/** How many prefixes have a route. */
	int prefixes() {
		return prefixes;
	}

	/** How many routes a source says. */
	int routes(int source) {
		return source < routes.length ? routes[source] : 0;
	}

	/** The head of a node's chain, {@link Candidates#NONE} for a joining node. */
	int first(int node) {
		return first[node];
	}

	/** The routes of a source, as candidates. */
	BitSet of(int source) {
		return routes(source) == 0 ? new BitSet() : matching(candidate -> candidates.source(candidate) == source);
	}

	private BitSet matching(IntPredicate wanted) {
		BitSet found = new BitSet(candidates.bound());
		for (int candidate = 0; candidate < candidates.bound(); candidate++) {
			if (candidates.node(candidate) != Candidates.NONE && wanted.test(candidate)) {
				found.set(candidate);
			}
		}
		return found;
	}

	/** Marks all routes of a source: what is not said again goes with {@link #sweep}. Outlives transactions. */
	void mark(int source) {
		stale.or(of(source));
	}

	/** How many routes of a source are marked still. */
	long marked(int source) {
		return stale.stream().filter(candidate -> candidates.source(candidate) == source).count();
	}

	/** Withdraws the routes of a source that are marked still. */
	void sweep(int source) {
		for (int at = stale.nextSetBit(0); at >= 0; at = stale.nextSetBit(at + 1)) {
			if (candidates.source(at) == source) {
				remove(at);
			}
		}
	}

	/** Returns the candidate that says it now. */
	int announce(int source, RouteChanges changes, int at, int nexthop, long since) {
		int node = trie.insert(changes.high(at), changes.low(at), changes.length(at));
		growTo(trie.bound());
		int metric = (int) changes.metric(at);
		int distance = changes.distance(at);
		int candidate = candidates.find(first[node], source);
		if (candidate == Candidates.NONE) {
			record(node, Candidates.NONE);
			return add(node, source, nexthop, metric, distance, since);
		}
		boolean changed = candidates.nexthop(candidate) != nexthop
				|| candidates.metric(candidate) != metric
				|| candidates.distance(candidate) != distance;
		if (changed || stale.get(candidate)) {
			record(node, candidate);
			stale.clear(candidate);
		}
		if (changed) {
			change(candidate, nexthop, metric, distance, since);
		}
		return candidate;
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
			Arrays.fill(first, from, larger, Candidates.NONE);
			fib.growTo(larger);
		}
	}

	private void record(int node, int candidate) {
		if (!journal.isFirst(node)) {
			return;
		}
		if (candidate == Candidates.NONE) {
			journal.add(node, Journal.ABSENT, 0, 0, 0, false);
		} else {
			journal.add(node, candidates.nexthop(candidate), candidates.metric(candidate),
					candidates.distance(candidate), candidates.since(candidate), stale.get(candidate));
		}
	}

	private int add(int node, int source, int nexthop, int metric, int distance, long since) {
		prefixes += first[node] == Candidates.NONE ? 1 : 0;
		int candidate = candidates.allocate(node, source, first[node]);
		candidates.set(candidate, nexthop, metric, distance, since);
		first[node] = candidate;
		nexthops.retain(nexthop);
		if (source >= routes.length) {
			routes = Arrays.copyOf(routes, source + 1);
		}
		routes[source]++;
		return candidate;
	}

	private void change(int candidate, int nexthop, int metric, int distance, long since) {
		nexthops.retain(nexthop);
		nexthops.release(candidates.nexthop(candidate));
		candidates.set(candidate, nexthop, metric, distance, since);
	}

	void remove(int candidate) {
		int node = candidates.node(candidate);
		record(node, candidate);
		drop(node, candidate);
	}

	private void drop(int node, int candidate) {
		nexthops.release(candidates.nexthop(candidate));
		routes[candidates.source(candidate)]--;
		stale.clear(candidate);
		first[node] = candidates.release(candidate, first[node]);
		prefixes -= first[node] == Candidates.NONE ? 1 : 0;
	}

	/**
	 * Adds the winners that changed: among the nodes of this transaction's routes, and where routes came to be usable or
	 * ceased to, for their nexthops or for a loop.
	 */
	void emit(BitSet flippedNexthops, FibRoutes change) {
		for (int at = 0; at < journal.size(); at++) {
			emit(journal.node(at), change);
		}
		emitAll(loops.touched(), change);
		if (!flippedNexthops.isEmpty()) {
			emitAll(matching(candidate -> flippedNexthops.get(candidates.nexthop(candidate))), change);
		}
	}

	/** Adds the winners that changed where these candidates are. */
	void emitAll(BitSet of, FibRoutes change) {
		for (int at = of.nextSetBit(0); at >= 0; at = of.nextSetBit(at + 1)) {
			if (candidates.node(at) != Candidates.NONE) {
				emit(candidates.node(at), change);
			}
		}
	}

	private void emit(int node, FibRoutes change) {
		int winner = best.of(first[node]);
		int nexthop = winner == Candidates.NONE ? FibImage.NONE : candidates.nexthop(winner);
		int before = fib.get(node);
		if (fib.set(node, nexthop)) {
			change.add(trie.isIpv6(), trie.high(node), trie.low(node), trie.length(node), nexthop, before);
		}
	}

	/** Puts this transaction's routes, all of one source, back as they were. */
	void undo(int source) {
		fib.undo();
		for (int at = 0; at < journal.size(); at++) {
			int node = journal.node(at);
			int now = candidates.find(first[node], source);
			if (journal.nexthop(at) != Journal.ABSENT) {
				if (now == Candidates.NONE) {
					now = add(
							node, source, journal.nexthop(at), journal.metric(at), journal.distance(at), journal.since(at));
				} else {
					change(now, journal.nexthop(at), journal.metric(at), journal.distance(at), journal.since(at));
				}
				stale.set(now, journal.stale(at));
			} else if (now != Candidates.NONE) {
				drop(node, now);
			}
		}
		finish();
	}

	/** Ends the transaction: prefixes that have no route any more leave the trie. */
	void finish() {
		fib.finish();
		loops.finish();
		for (int at = 0; at < journal.size(); at++) {
			int node = journal.node(at);
			if (!trie.isFree(node) && first[node] == Candidates.NONE) {
				trie.remove(node, other -> first[other] != Candidates.NONE);
			}
		}
		if (journal.size() > 0) {
			journal = new Journal();
		}
	}
}
