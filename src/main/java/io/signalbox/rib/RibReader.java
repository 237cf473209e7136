package io.signalbox.rib;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Packed;
import io.signalbox.route.Route;
import io.signalbox.route.RouteSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Answers questions about the tables as values that outlive them. Used by {@code rib-writer} alone. */
final class RibReader {
	/** Nodes that one slice of a listing may visit: some milliseconds, so that a write never waits longer for it. */
	private static final int SLICE = 20_000;

	private static final String NOT_BEST = "another route to the prefix is preferred";

	private static final String LOOP = "its next hop resolves through the route itself";

	private final Tables tables;

	RibReader(Tables tables) {
		this.tables = tables;
	}

	Optional<PrefixRoutes> find(String vrf, Prefix prefix) {
		RouteTable table = table(vrf, Packed.isIpv6(prefix));
		int node = table.trie.find(Packed.high(prefix), Packed.low(prefix), prefix.length());
		return hasRoutes(table, node) ? Optional.of(view(table, node)) : Optional.empty();
	}

	private RouteTable table(String vrf, boolean ipv6) {
		return tables.vrfs().get(vrf).table(ipv6);
	}

	Optional<PrefixRoutes> longestMatch(String vrf, IpAddress address) {
		Prefix host = Prefix.of(address, address.family().bits());
		RouteTable table = table(vrf, Packed.isIpv6(host));
		int best = PrefixTrie.NONE;
		for (int node : path(table, host)) {
			best = table.fib.get(node) == FibImage.NONE ? best : node;
		}
		return best == PrefixTrie.NONE ? Optional.empty() : Optional.of(view(table, best));
	}

	List<PrefixRoutes> covering(String vrf, Prefix prefix) {
		RouteTable table = table(vrf, Packed.isIpv6(prefix));
		return path(table, prefix).stream()
				.filter(node -> hasRoutes(table, node))
				.map(node -> view(table, node))
				.toList();
	}

	/** The nodes that cover a prefix, from the root down. */
	private static List<Integer> path(RouteTable table, Prefix prefix) {
		long high = Packed.high(prefix);
		long low = Packed.low(prefix);
		PrefixTrie trie = table.trie;
		List<Integer> nodes = new ArrayList<>();
		int at = trie.root();
		while (at != PrefixTrie.NONE && trie.length(at) <= prefix.length() && trie.covers(at, high, low)) {
			nodes.add(at);
			at = trie.branch(at, high, low);
		}
		return nodes;
	}

	/** A slice of a listing: at most {@code limit} prefixes, fewer where it has looked at enough for now. */
	RoutePage slice(RouteFilter filter, Optional<Prefix> after, int limit) {
		boolean ipv6 = after.map(Packed::isIpv6).orElse(isOnly(filter, Family.IPV6));
		List<PrefixRoutes> found = new ArrayList<>();
		Optional<Prefix> stop = slice(table(filter.vrf(), ipv6), filter, after, limit, found);
		boolean goesOn = stop.isEmpty() && !ipv6 && !isOnly(filter, Family.IPV4);
		if (goesOn) {
			stop = slice(table(filter.vrf(), true), filter, Optional.empty(), limit - found.size(), found);
		}
		return new RoutePage(found, stop);
	}

	private static boolean isOnly(RouteFilter filter, Family family) {
		return filter.family().or(() -> filter.within().map(Prefix::family)).filter(family::equals).isPresent();
	}

	private Optional<Prefix> slice(
			RouteTable table, RouteFilter filter, Optional<Prefix> after, int limit, List<PrefixRoutes> found) {
		TrieWalk walk = walk(table, filter, after);
		int wanted = filter.source().map(name -> tables.sources().find(name).orElse(-1)).orElse(-1);
		int full = found.size() + limit;
		int visited = 0;
		int last = PrefixTrie.NONE;
		for (int node = walk.next(); node != PrefixTrie.NONE; node = walk.next()) {
			if (found.size() == full || visited++ == SLICE) {
				return Optional.of(last == PrefixTrie.NONE ? found.getLast().prefix() : prefix(table, last));
			}
			last = node;
			boolean shown = filter.source().isEmpty()
					|| table.candidates.find(table.first(node), wanted) != Candidates.NONE;
			if (shown && hasRoutes(table, node)) {
				found.add(view(table, node));
			}
		}
		return Optional.empty();
	}

	private static TrieWalk walk(RouteTable table, RouteFilter filter, Optional<Prefix> after) {
		boolean wrongFamily = filter.within().filter(within -> Packed.isIpv6(within) != table.trie.isIpv6()).isPresent()
				|| isOnly(filter, table.trie.isIpv6() ? Family.IPV4 : Family.IPV6);
		int top = wrongFamily
				? PrefixTrie.NONE
				: filter.within()
						.map(within -> table.trie.findWithin(Packed.high(within), Packed.low(within), within.length()))
						.orElse(table.trie.root());
		return after.map(prefix -> TrieWalk.after(
						table.trie, top, Packed.high(prefix), Packed.low(prefix), prefix.length()))
				.orElseGet(() -> TrieWalk.from(table.trie, top));
	}

	private static boolean hasRoutes(RouteTable table, int node) {
		return node != PrefixTrie.NONE && table.first(node) != Candidates.NONE;
	}

	private static Prefix prefix(RouteTable table, int node) {
		PrefixTrie trie = table.trie;
		return Packed.prefix(trie.isIpv6(), trie.high(node), trie.low(node), trie.length(node));
	}

	private PrefixRoutes view(RouteTable table, int node) {
		Prefix prefix = prefix(table, node);
		List<Integer> order = new ArrayList<>();
		for (int at = table.first(node); at != Candidates.NONE; at = table.candidates.next(at)) {
			order.add(at);
		}
		int winner = table.best().of(table.first(node));
		order.sort((a, b) -> a == winner ? -1 : b == winner ? 1 : table.best().order(a, b));
		return new PrefixRoutes(
				prefix, order.stream().map(at -> view(table, prefix, at, at == winner)).toList());
	}

	private Candidate view(RouteTable table, Prefix prefix, int candidate, boolean active) {
		Candidates all = table.candidates;
		int nexthop = all.nexthop(candidate);
		RouteSource source = tables.sources().get(all.source(candidate));
		NexthopSlot slot = tables.nexthops().slot(nexthop);
		Route route = new Route(
				prefix,
				source,
				slot.said(),
				Integer.toUnsignedLong(all.metric(candidate)),
				table.best().distance(candidate));
		Optional<String> reason = active ? Optional.empty() : Optional.of(whyInactive(table, candidate, slot));
		return new Candidate(
				route, nexthop, active, reason, slot.resolved(), Instant.ofEpochMilli(all.since(candidate)));
	}

	private static String whyInactive(RouteTable table, int candidate, NexthopSlot slot) {
		return slot.reason().orElse(table.loops().isInactive(candidate) ? LOOP : NOT_BEST);
	}

	List<SourceUse> sources() {
		return IntStream.range(0, tables.sources().count()).mapToObj(tables::use).toList();
	}

	List<VrfUse> vrfs() {
		return tables.vrfs().all().stream()
				.map(vrf -> new VrfUse(
						vrf.name(),
						vrf.number(),
						tables.links().in(vrf.name()),
						vrf.ipv4().prefixes(),
						vrf.ipv6().prefixes()))
				.toList();
	}

	RibSize size() {
		return new RibSize(
				tables.vrfs().all().stream().mapToInt(vrf -> vrf.ipv4().prefixes()).sum(),
				tables.vrfs().all().stream().mapToInt(vrf -> vrf.ipv6().prefixes()).sum(),
				tables.vrfs().all().stream().mapToInt(vrf -> vrf.ipv4().candidates.count()).sum(),
				tables.vrfs().all().stream().mapToInt(vrf -> vrf.ipv6().candidates.count()).sum(),
				tables.nexthops().count(),
				tables.generation());
	}
}
