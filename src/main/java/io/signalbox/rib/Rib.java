package io.signalbox.rib;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * All routes of all VRFs, and their entrance for every thread: each method queues its work for the one thread
 * {@code rib-writer} and returns a future. A write's future completes when the change is in the FIB, or with the
 * exception that stopped it; then nothing has changed. Reads run on the same thread in short slices: they see whole
 * commits only, need no lock, and never hold a write up for long. What follows on a future must not block.
 */
public final class Rib implements AutoCloseable {
	private final Tables tables;
	private final Writes writes;
	private final RibReader reader;
	private final PackedReader packed;
	private final RibThread thread = new RibThread();
	private final RibLimits limits;
	private volatile long commits;
	private volatile RibSize size = new RibSize(0, 0, 0, 0, 0, 0);

	public Rib(RibListener listener, RibLimits limits) {
		this.limits = limits;
		tables = new Tables(listener, limits);
		writes = new Writes(tables);
		reader = new RibReader(tables);
		packed = new PackedReader(tables);
	}

	/** Applies a source's changes of one VRF in their order, all or nothing. */
	public CompletableFuture<Commit> apply(RouteSource source, RouteChanges changes) {
		return write(() -> writes.apply(source, changes));
	}

	/** The same of one change, where a condition holds of its prefix just before. */
	public CompletableFuture<RouteWrite> apply(RouteSource source, RouteChanges one, Precondition precondition) {
		return write(() -> {
			Prefix prefix = one.prefix(0);
			Optional<PrefixRoutes> before = reader.find(one.vrf(), prefix);
			precondition.check(before);
			Commit commit = writes.apply(source, one);
			return new RouteWrite(commit, before, reader.find(one.vrf(), prefix));
		});
	}

	/**
	 * Replaces all that a source says in one VRF: only differences reach the FIB, and the first of them are in the
	 * answer. A dry run counts them and changes nothing.
	 */
	public CompletableFuture<Replacement> replace(
			RouteSource source, RouteChanges routes, boolean dryRun, int differences) {
		return replace(source, routes, dryRun, differences, _ -> {});
	}

	/** The same, where a condition holds of the source just before; empty while the RIB does not know it. */
	public CompletableFuture<Replacement> replace(RouteSource source, RouteChanges routes, boolean dryRun,
			int differences, Consumer<Optional<SourceUse>> precondition) {
		return write(() -> {
			precondition.accept(tables.find(source.name()));
			return writes.replace(source, routes, dryRun, differences);
		});
	}

	/** The same for good, and what the source said until then. */
	public CompletableFuture<Exchange> exchange(
			RouteSource source, RouteChanges routes, Consumer<Optional<SourceUse>> precondition) {
		return write(() -> {
			precondition.accept(tables.find(source.name()));
			RouteChanges before = packed.routes(source.name(), routes.vrf());
			return new Exchange(writes.replace(source, routes, false, 0).commit(), before);
		});
	}

	/**
	 * Marks all that a source says in every VRF. Whatever it says of a prefix from then on takes the mark off, over any
	 * number of changes, until {@link #sweep}.
	 */
	public CompletableFuture<Void> mark(RouteSource source) {
		return thread.submit(() -> {
			writes.mark(source);
			return null;
		});
	}

	/** How many routes of a source still are marked. */
	public CompletableFuture<Long> marked(RouteSource source) {
		return thread.submit(() -> writes.marked(source));
	}

	/** Withdraws what still is marked of a source. */
	public CompletableFuture<Commit> sweep(RouteSource source) {
		return write(() -> writes.sweep(source));
	}

	/** Withdraws all that a source says; fails with {@link UnknownSourceException}. */
	public CompletableFuture<Commit> removeSource(String source, Consumer<SourceUse> precondition) {
		return write(() -> writes.removeSource(source, precondition));
	}

	/** Gives a source another distance; its routes compete again. Fails with {@link UnknownSourceException}. */
	public CompletableFuture<Commit> setDistance(String source, int distance, Consumer<SourceUse> precondition) {
		return write(() -> writes.setDistance(source, distance, precondition));
	}

	/** Replaces an interface's VRF and addresses. A new interface is down until {@link #interfaceUp}. */
	public CompletableFuture<Commit> setConnected(String interfaceName, String vrf, List<InterfaceAddress> addresses) {
		return write(() -> {
			tables.vrfs().get(vrf);
			return writes.relink(links -> links.with(interfaceName, links.get(interfaceName).in(vrf, addresses)));
		});
	}

	/** Its connected routes go; routes through it stay in the RIB and come back with it. */
	public CompletableFuture<Commit> removeInterface(String interfaceName) {
		return write(() -> writes.relink(links -> links.without(interfaceName)));
	}

	public CompletableFuture<Commit> interfaceUp(String interfaceName) {
		return write(() -> writes.relink(links -> links.with(interfaceName, links.get(interfaceName).with(true))));
	}

	public CompletableFuture<Commit> interfaceDown(String interfaceName) {
		return write(() -> writes.relink(links -> links.with(interfaceName, links.get(interfaceName).with(false))));
	}

	/** False when it is there already. */
	public CompletableFuture<Boolean> addVrf(String name) {
		return write(() -> writes.addVrf(name));
	}

	/** Withdraws all its routes as well. Fails with {@link VrfInUseException} while an interface is in it. */
	public CompletableFuture<Void> removeVrf(String name) {
		return write(() -> {
			writes.removeVrf(name);
			return null;
		});
	}

	/** The default VRF first, then as they were added. */
	public CompletableFuture<List<VrfUse>> vrfs() {
		return thread.submit(reader::vrfs);
	}

	public CompletableFuture<Optional<PrefixRoutes>> find(String vrf, Prefix prefix) {
		return thread.submit(() -> reader.find(vrf, prefix));
	}

	/** The longest prefix with an active route that holds the address. */
	public CompletableFuture<Optional<PrefixRoutes>> longestMatch(String vrf, IpAddress address) {
		return thread.submit(() -> reader.longestMatch(vrf, address));
	}

	/** Every prefix of the VRF that holds this one, itself included, the shortest first. */
	public CompletableFuture<List<PrefixRoutes>> covering(String vrf, Prefix prefix) {
		return thread.submit(() -> reader.covering(vrf, prefix));
	}

	/** At most {@code limit} prefixes after {@code after}, gathered in slices between which writes go on. */
	public CompletableFuture<RoutePage> page(RouteFilter filter, Optional<Prefix> after, int limit) {
		return page(filter, after, limit, List.of());
	}

	private CompletableFuture<RoutePage> page(
			RouteFilter filter, Optional<Prefix> after, int limit, List<PrefixRoutes> before) {
		return thread.submit(() -> reader.slice(filter, after, limit - before.size())).thenCompose(slice -> {
			List<PrefixRoutes> routes = new ArrayList<>(before);
			routes.addAll(slice.routes());
			return slice.next().isEmpty() || routes.size() == limit
					? CompletableFuture.completedFuture(new RoutePage(routes, slice.next()))
					: page(filter, slice.next(), limit, routes);
		});
	}

	/** All that a source says in a VRF, in prefix order, in slices: a route that is there all the while is in it. */
	public CompletableFuture<RouteChanges> routes(String source, String vrf) {
		RouteChanges all = new RouteChanges(vrf);
		return thread.slices(PackedReader.Cursor.BEGIN, from -> packed.routes(source, all, from)).thenApply(_ -> all);
	}

	/** Hands {@code work} what the FIB was told, between two commits; it must be short: writes wait for it. */
	public <T> CompletableFuture<T> inspect(Function<FibView, T> work) {
		return thread.submit(() -> work.apply(packed));
	}

	/**
	 * Begins a reading of all that the wanted sources say, in slices between which writes go on; at its end it is what
	 * the RIB has then. Whoever begins it closes it.
	 */
	public RibExport export(Predicate<RouteSource> wanted) {
		Export export = new Export(tables, wanted, Export.SLICE);
		return new RibExport(() -> thread.submit(export::next), () -> {
			var _ = thread.submit(() -> tables.exports().remove(export));
		});
	}

	/** How many commits there were; does not wait. */
	public long commits() {
		return commits;
	}

	/** Of all sources, as the RIB met them. */
	public CompletableFuture<List<SourceUse>> sources() {
		return thread.submit(reader::sources);
	}

	/** At most {@code limit} nexthops with ids above {@code after}, by id. */
	public CompletableFuture<List<NexthopUse>> nexthops(int after, int limit) {
		return thread.submit(() -> tables.nexthops().list(after, limit));
	}

	public RibLimits limits() {
		return limits;
	}

	/** Of the last commit; does not wait. */
	public RibSize size() {
		return size;
	}

	private <T> CompletableFuture<T> write(Supplier<T> work) {
		return thread.submit(() -> {
			T result = work.get();
			size = reader.size();
			commits = tables.commits();
			return result;
		});
	}

	/** Ends {@code rib-writer}; what is queued is done first, within 2 s. */
	@Override
	public void close() {
		thread.close();
	}
}
