package io.signalbox.rib;

import io.signalbox.net.Prefix;
import io.signalbox.route.Packed;
import io.signalbox.route.Route;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/** What the transaction that is under way did to one source's routes in one table. */
record SourceDiff(RouteTable table, int source) {
	/** Counts of routes. */
	record Counts(int added, int changed, int removed) {
		boolean isEmpty() {
			return added == 0 && changed == 0 && removed == 0;
		}

		static final Counts NONE = new Counts(0, 0, 0);

		Counts plus(Counts other) {
			return new Counts(added + other.added, changed + other.changed, removed + other.removed);
		}
	}

	Counts counts() {
		int added = 0;
		int changed = 0;
		int removed = 0;
		for (int at = 0; at < table.journal().size(); at++) {
			if (differs(at)) {
				boolean was = table.journal().nexthop(at) != Journal.ABSENT;
				boolean is = now(at) != Candidates.NONE;
				added += was ? 0 : 1;
				removed += is ? 0 : 1;
				changed += was && is ? 1 : 0;
			}
		}
		return new Counts(added, changed, removed);
	}

	private int now(int at) {
		return table.candidates.find(table.first(table.journal().node(at)), source);
	}

	private boolean differs(int at) {
		Journal journal = table.journal();
		int now = now(at);
		if (now == Candidates.NONE || journal.nexthop(at) == Journal.ABSENT) {
			return now != Candidates.NONE || journal.nexthop(at) != Journal.ABSENT;
		}
		return journal.nexthop(at) != table.candidates.nexthop(now)
				|| journal.metric(at) != table.candidates.metric(now)
				|| journal.distance(at) != table.candidates.distance(now);
	}

	/** The first {@code most} differences in prefix order. */
	List<Difference> first(int most, RouteSource who, NexthopTable nexthops) {
		Comparator<Integer> byPrefix = (a, b) -> order(table.journal().node(a), table.journal().node(b));
		PriorityQueue<Integer> kept = new PriorityQueue<>(byPrefix.reversed());
		for (int at = 0; most > 0 && at < table.journal().size(); at++) {
			if (differs(at) && (kept.size() < most || byPrefix.compare(at, kept.element()) < 0)) {
				kept.add(at);
				if (kept.size() > most) {
					kept.remove();
				}
			}
		}
		List<Difference> differences = new ArrayList<>();
		kept.stream().sorted(byPrefix).forEach(at -> differences.add(difference(at, who, nexthops)));
		return differences;
	}

	private int order(int a, int b) {
		PrefixTrie trie = table.trie;
		int order = Long.compareUnsigned(trie.high(a), trie.high(b));
		if (order == 0) {
			order = Long.compareUnsigned(trie.low(a), trie.low(b));
		}
		return order != 0 ? order : Integer.compare(trie.length(a), trie.length(b));
	}

	private Difference difference(int at, RouteSource who, NexthopTable nexthops) {
		Journal journal = table.journal();
		int node = journal.node(at);
		Prefix prefix = Packed.prefix(
				table.trie.isIpv6(), table.trie.high(node), table.trie.low(node), table.trie.length(node));
		Optional<Route> before = journal.nexthop(at) == Journal.ABSENT
				? Optional.empty()
				: Optional.of(new Route(
						prefix,
						who,
						nexthops.get(journal.nexthop(at)),
						Integer.toUnsignedLong(journal.metric(at)),
						distance(journal.distance(at), who)));
		int now = now(at);
		Optional<Route> after = now == Candidates.NONE
				? Optional.empty()
				: Optional.of(new Route(
						prefix,
						who,
						nexthops.get(table.candidates.nexthop(now)),
						Integer.toUnsignedLong(table.candidates.metric(now)),
						distance(table.candidates.distance(now), who)));
		return new Difference(prefix, before, after);
	}

	private static int distance(int own, RouteSource who) {
		return own == RouteChanges.SOURCE_DISTANCE ? who.distance() : own;
	}
}
