package io.signalbox.rib;

import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The tables of all VRFs and the one way to change them: a transaction makes its changes, their winners go to the
 * listener, and when anything throws on the way all is put back. Used by {@code rib-writer} alone.
 */
final class Tables {
	private final RibListener listener;
	private final Sources sources = new Sources(this::saysNothing);
	private final TrackedAddresses addresses = new TrackedAddresses();
	private final NexthopTable nexthops;
	private final Vrfs vrfs;
	private Links links = Links.NONE;
	private final int routeLimit;
	private final Set<Export> exports = new HashSet<>();
	private long generation;
	private long lastChange;
	private long commits;

	Tables(RibListener listener, RibLimits limits) {
		this.listener = listener;
		this.routeLimit = limits.routes();
		this.nexthops = new NexthopTable(limits.nexthops(), addresses);
		this.vrfs = new Vrfs(sources, nexthops);
	}

	RibListener listener() {
		return listener;
	}

	Sources sources() {
		return sources;
	}

	NexthopTable nexthops() {
		return nexthops;
	}

	Vrfs vrfs() {
		return vrfs;
	}

	Links links() {
		return links;
	}

	long generation() {
		return generation;
	}

	/** How many transactions have changed something. */
	long commits() {
		return commits;
	}

	/** Readings of all routes that go on: each is told of what changes meanwhile. */
	Set<Export> exports() {
		return exports;
	}

	private boolean saysNothing(int source) {
		return vrfs.routes(source, false) + vrfs.routes(source, true) == 0;
	}

	SourceUse use(int source) {
		return new SourceUse(
				sources.get(source), vrfs.routes(source, false), vrfs.routes(source, true), sources.version(source));
	}

	Optional<SourceUse> find(String source) {
		OptionalInt number = sources.find(source);
		return number.isEmpty() ? Optional.empty() : Optional.of(use(number.getAsInt()));
	}

	void setLinks(Links changed) {
		links = changed;
	}

	/** Runs one transaction on the routes of one source. */
	Commit transact(RouteSource source, Edit edit) {
		int number = sources.number(source);
		boolean done = false;
		try {
			edit.run(number);
			checkRoom();
			edit.observe(number);
			SourceDiff.Counts counts = vrfs.tables().stream()
					.map(table -> new SourceDiff(table, number).counts())
					.reduce(SourceDiff.Counts.NONE, SourceDiff.Counts::plus);
			int unchanged = edit.unchanged(number, counts);
			if (!edit.isDry()) {
				FibChange change = emit(edit);
				generation = change.isEmpty() ? generation : listener.commit(change);
				done = true;
				if (!counts.isEmpty()) {
					sources.touch(number);
				}
			}
			return new Commit(counts.added(), counts.changed(), counts.removed(), unchanged, generation);
		} finally {
			if (done) {
				commits++;
				exports.forEach(export -> export.changed(number));
				vrfs.tables().forEach(RouteTable::finish);
				nexthops.finish();
			} else {
				edit.undo();
				undo(number);
				sources.undo();
			}
		}
	}

	private void checkRoom() {
		long routes = vrfs.tables().stream().mapToLong(table -> table.candidates.count()).sum();
		if (routes > routeLimit) {
			throw new RibFullException("the RIB takes " + routeLimit + " routes of all sources together (limits.routes):"
					+ " this would make " + routes);
		}
	}

	/** What nexthops resolve to follows from the routes and links that are as before again. */
	private void undo(int source) {
		vrfs.tables().forEach(table -> table.undo(source));
		nexthops.undo();
		evaluateAll();
		vrfs.tables().forEach(RouteTable::finish);
		nexthops.forget();
	}

	private BitSet evaluateAll() {
		LinkResolver by = new LinkResolver(links);
		new Recursion(vrfs, nexthops, by).evaluate(Set.copyOf(addresses.all()));
		return nexthops.resolveAll(by);
	}

	/** Returns the nexthops that came to resolve or ceased to. */
	private BitSet evaluate(Edit edit) {
		Set<Tracked> affected = addresses.affected(vrfs);
		if (edit.movesNexthops()) {
			return evaluateAll();
		}
		LinkResolver by = new LinkResolver(links);
		new Recursion(vrfs, nexthops, by).evaluate(affected);
		return nexthops.resolve(affected, by);
	}

	private FibChange emit(Edit edit) {
		BitSet flipped = evaluate(edit);
		FibChange change = new FibChange();
		for (Vrf vrf : vrfs.all()) {
			FibRoutes routes = new FibRoutes(vrf.number());
			for (RouteTable table : List.of(vrf.ipv4(), vrf.ipv6())) {
				table.emit(flipped, routes);
				edit.emit(table, routes);
			}
			change.routes(routes);
		}
		nexthops.emit(change);
		return change;
	}

	/** Makes a source's changes; those routes in {@code unsaid} that it announces leave that. */
	void change(int source, RouteChanges changes, Unsaid unsaid) {
		lastChange = Math.max(lastChange + 1, System.currentTimeMillis());
		Vrf vrf = vrfs.get(changes.vrf());
		List<Nexthop> said = changes.nexthops();
		int[] ids = new int[said.size()];
		Arrays.setAll(ids, at -> nexthops.intern(said.get(at), vrf.name()));
		BatchOrder order = BatchOrder.of(changes);
		for (int next = 0; next < changes.size(); next++) {
			int at = order.get(next);
			RouteTable table = vrf.table(changes.isIpv6(at));
			if (changes.isWithdraw(at)) {
				table.withdraw(source, changes, at);
			} else {
				long since = changes.since(at) == 0 ? lastChange : changes.since(at);
				unsaid.remove(table, table.announce(source, changes, at, ids[changes.nexthop(at)], since));
			}
		}
	}

	/** Makes these the only routes of a source in their VRF. */
	void replace(int source, RouteChanges routes) {
		Vrf vrf = vrfs.get(routes.vrf());
		Unsaid unsaid = Unsaid.of(vrf, source);
		change(source, routes, unsaid);
		unsaid.withdraw();
	}
}
