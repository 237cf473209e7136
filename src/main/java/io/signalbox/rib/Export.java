package io.signalbox.rib;

import io.signalbox.net.Prefix;
import io.signalbox.rib.PackedReader.Cursor;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * One reading of all that some sources say: a slice of the tables at a time, then what changed since it was read, once
 * more and in one go. Used by {@code rib-writer} alone.
 */
final class Export {
	/** Nodes of one slice, and changes that the last one says once more: some milliseconds each. */
	static final int SLICE = 20_000;

	private final Tables tables;
	private final Predicate<RouteSource> wanted;
	private final int most;
	private final Deque<Unread> unread = new ArrayDeque<>();
	private final Map<Said, RouteChanges> changed = new HashMap<>();
	private int changes;
	private State state = State.NEW;

	private enum State {
		NEW,
		TABLES,
		ENDED
	}

	/** Whose routes, and where. */
	private record Said(String source, Vrf vrf) {}

	/** A table, or what is left of it. */
	private record Unread(Vrf vrf, Cursor from) {}

	/** @param most nodes of a slice, and changes to follow: {@link #SLICE} */
	Export(Tables tables, Predicate<RouteSource> wanted, int most) {
		this.tables = tables;
		this.wanted = wanted;
		this.most = most;
	}

	/** A transaction of a source is about to end: its journals say what it was about. */
	void changed(int source) {
		RouteSource who = tables.sources().get(source);
		if (!wanted.test(who)) {
			return;
		}
		for (Vrf vrf : tables.vrfs().all()) {
			for (RouteTable table : List.of(vrf.ipv4(), vrf.ipv6())) {
				Journal journal = table.journal();
				changes += journal.size();
				for (int at = 0; at < journal.size() && changes <= most; at++) {
					int node = journal.node(at);
					changed.computeIfAbsent(new Said(who.name(), vrf), _ -> new RouteChanges(vrf.name()))
							.withdraw(table.trie.isIpv6(), table.trie.high(node), table.trie.low(node), table.trie.length(node));
				}
			}
		}
	}

	/** The next slice, empty after the last one. */
	Optional<List<SourceRoutes>> next() {
		if (state == State.NEW) {
			begin();
		}
		if (changes > most) {
			throw new OvertakenException(most);
		}
		if (!unread.isEmpty()) {
			return Optional.of(slice(unread.removeFirst()));
		}
		if (state == State.ENDED) {
			return Optional.empty();
		}
		state = State.ENDED;
		tables.exports().remove(this);
		return Optional.of(changed.entrySet().stream().map(each -> anew(each.getKey(), each.getValue())).toList());
	}

	private void begin() {
		state = State.TABLES;
		tables.exports().add(this);
		for (Vrf vrf : tables.vrfs().all()) {
			unread.add(new Unread(vrf, new Cursor(false, Optional.empty())));
			unread.add(new Unread(vrf, new Cursor(true, Optional.empty())));
		}
	}

	private List<SourceRoutes> slice(Unread part) {
		RouteTable table = part.vrf().table(part.from().ipv6());
		Map<Integer, Gathered> found = new HashMap<>();
		TrieWalk walk = part.from().walk(table.trie);
		int visited = 0;
		for (int node = walk.next(); node != PrefixTrie.NONE; node = walk.next()) {
			for (int at = table.first(node); at != Candidates.NONE; at = table.candidates.next(at)) {
				int source = table.candidates.source(at);
				if (wanted.test(tables.sources().get(source))) {
					found.computeIfAbsent(source, _ -> new Gathered(part.vrf())).add(table, node, at);
				}
			}
			if (++visited == most) {
				Optional<Prefix> last = Optional.of(PackedReader.prefix(table.trie, node));
				unread.addFirst(new Unread(part.vrf(), new Cursor(part.from().ipv6(), last)));
				break;
			}
		}
		List<SourceRoutes> slice = new ArrayList<>();
		found.forEach((source, gathered) -> slice.add(new SourceRoutes(tables.sources().get(source), gathered.routes)));
		return slice;
	}

	/** What a source says now of prefixes that changed. */
	private SourceRoutes anew(Said said, RouteChanges prefixes) {
		Gathered now = new Gathered(said.vrf());
		OptionalInt number = tables.sources().find(said.source());
		for (int at = 0; at < prefixes.size(); at++) {
			RouteTable table = said.vrf().table(prefixes.isIpv6(at));
			int node = table.trie.find(prefixes.high(at), prefixes.low(at), prefixes.length(at));
			int candidate = node == PrefixTrie.NONE || number.isEmpty()
					? Candidates.NONE
					: table.candidates.find(table.first(node), number.getAsInt());
			if (candidate == Candidates.NONE) {
				now.routes.withdraw(prefixes.isIpv6(at), prefixes.high(at), prefixes.low(at), prefixes.length(at));
			} else {
				now.add(table, node, candidate);
			}
		}
		RouteSource who = number.isEmpty() ? RouteSource.named(said.source()) : tables.sources().get(number.getAsInt());
		return new SourceRoutes(who, now.routes);
	}

	/** Routes of one source as values. */
	private final class Gathered {
		private final RouteChanges routes;
		private int[] numbers = {};

		private Gathered(Vrf vrf) {
			routes = new RouteChanges(vrf.name());
		}

		private void add(RouteTable table, int node, int candidate) {
			PrefixTrie trie = table.trie;
			Candidates all = table.candidates;
			routes.announce(
					trie.isIpv6(),
					trie.high(node),
					trie.low(node),
					trie.length(node),
					number(all.nexthop(candidate)),
					Integer.toUnsignedLong(all.metric(candidate)),
					all.distance(candidate));
			routes.dated(all.since(candidate));
		}

		private int number(int nexthop) {
			if (nexthop >= numbers.length) {
				int from = numbers.length;
				numbers = Arrays.copyOf(numbers, tables.nexthops().bound());
				Arrays.fill(numbers, from, numbers.length, -1);
			}
			if (numbers[nexthop] < 0) {
				numbers[nexthop] = routes.number(tables.nexthops().get(nexthop));
			}
			return numbers[nexthop];
		}
	}
}
