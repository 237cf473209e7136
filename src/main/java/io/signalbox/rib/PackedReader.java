package io.signalbox.rib;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Packed;
import io.signalbox.route.RouteChanges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Answers about whole tables, with no object a route where they are many. Used by {@code rib-writer} alone. */
final class PackedReader implements FibView {
	/** Nodes of one slice: some milliseconds. */
	private static final int SLICE = 100_000;

	private final Tables tables;

	PackedReader(Tables tables) {
		this.tables = tables;
	}

	/** Where a reading goes on: after a prefix of a family, or at its begin. */
	record Cursor(boolean ipv6, Optional<Prefix> after) {
		static final Cursor BEGIN = new Cursor(false, Optional.empty());

		TrieWalk walk(PrefixTrie trie) {
			return after.map(prefix -> TrieWalk.after(
							trie, trie.root(), Packed.high(prefix), Packed.low(prefix), prefix.length()))
					.orElseGet(() -> TrieWalk.from(trie, trie.root()));
		}
	}

	/** All that a source says in a VRF, in prefix order and in one go. */
	RouteChanges routes(String source, String vrf) {
		RouteChanges all = new RouteChanges(vrf);
		Optional<Cursor> from = Optional.of(Cursor.BEGIN);
		while (from.isPresent()) {
			from = routes(source, all, from.get());
		}
		return all;
	}

	/** Adds a slice of what a source says; returns where the next one begins, empty at the end. */
	Optional<Cursor> routes(String source, RouteChanges into, Cursor from) {
		RouteTable table = tables.vrfs().get(into.vrf()).table(from.ipv6());
		OptionalInt number = tables.sources().find(source);
		Optional<Cursor> next = from.ipv6() ? Optional.empty() : Optional.of(new Cursor(true, Optional.empty()));
		if (number.isEmpty() || table.routes(number.getAsInt()) == 0) {
			return next;
		}
		int wanted = number.getAsInt();
		int[] numbers = new int[tables.nexthops().bound()];
		Arrays.fill(numbers, -1);
		TrieWalk walk = from.walk(table.trie);
		int visited = 0;
		for (int node = walk.next(); node != PrefixTrie.NONE; node = walk.next()) {
			int candidate = table.candidates.find(table.first(node), wanted);
			if (candidate != Candidates.NONE) {
				add(table, node, candidate, numbers, into);
			}
			if (++visited == SLICE) {
				return Optional.of(new Cursor(from.ipv6(), Optional.of(prefix(table.trie, node))));
			}
		}
		return next;
	}

	private void add(RouteTable table, int node, int candidate, int[] numbers, RouteChanges into) {
		PrefixTrie trie = table.trie;
		Candidates all = table.candidates;
		int nexthop = all.nexthop(candidate);
		if (numbers[nexthop] < 0) {
			numbers[nexthop] = into.number(tables.nexthops().get(nexthop));
		}
		into.announce(
				trie.isIpv6(),
				trie.high(node),
				trie.low(node),
				trie.length(node),
				numbers[nexthop],
				all.metric(candidate),
				all.distance(candidate));
	}

	static Prefix prefix(PrefixTrie trie, int node) {
		return Packed.prefix(trie.isIpv6(), trie.high(node), trie.low(node), trie.length(node));
	}

	@Override
	public long[] digest(String vrf, Family family) {
		return tables.vrfs().get(vrf).table(family == Family.IPV6).fib.digest();
	}

	@Override
	public List<FibRoute> routes(String vrf, Family family, int slice) {
		RouteTable table = tables.vrfs().get(vrf).table(family == Family.IPV6);
		PrefixTrie trie = table.trie;
		List<FibRoute> routes = new ArrayList<>();
		for (int node = 0; node < trie.bound(); node++) {
			if (!trie.isFree(node)
					&& FibDigest.slice(trie.isIpv6(), trie.high(node)) == slice
					&& table.fib.get(node) != FibImage.NONE) {
				routes.add(new FibRoute(prefix(trie, node), table.fib.get(node)));
			}
		}
		return routes;
	}

	@Override
	public Optional<FibRoute> longestMatch(String vrf, IpAddress address) {
		Prefix host = Prefix.of(address, address.family().bits());
		RouteTable table = tables.vrfs().get(vrf).table(Packed.isIpv6(host));
		PrefixTrie trie = table.trie;
		int best = PrefixTrie.NONE;
		int at = trie.root();
		while (at != PrefixTrie.NONE && trie.covers(at, Packed.high(host), Packed.low(host))) {
			best = table.fib.get(at) == FibImage.NONE ? best : at;
			at = trie.length(at) == host.length()
					? PrefixTrie.NONE
					: trie.branch(at, Packed.high(host), Packed.low(host));
		}
		return best == PrefixTrie.NONE
				? Optional.empty()
				: Optional.of(new FibRoute(prefix(trie, best), table.fib.get(best)));
	}
}
