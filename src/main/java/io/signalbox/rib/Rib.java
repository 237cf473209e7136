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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * All routes of the default VRF, and its entrance for every thread: each method queues its work for the one thread
 * {@code rib-writer} and returns a future. A write's future completes when the change is in the FIB, or with the
 * exception that stopped it; then nothing has changed. Reads run on the same thread in short slices: they see whole
 * commits only, need no lock, and never hold a write up for long. What follows on a future must not block.
 */
public final class Rib implements AutoCloseable {
	private final Tables tables;
	private final RibReader reader;
	private final ExecutorService writer =
			Executors.newSingleThreadExecutor(Thread.ofPlatform().name("rib-writer").daemon().factory());
	private volatile RibSize size = new RibSize(0, 0, 0, 0, 0, 0);

	/** @param nexthops ids that the listener can take: 1 to {@code nexthops - 1} */
	public Rib(RibListener listener, int nexthops) {
		tables = new Tables(listener, nexthops);
		reader = new RibReader(tables);
	}

	/** Applies a source's changes in their order, all or nothing. */
	public CompletableFuture<Commit> apply(RouteSource source, RouteChanges changes) {
		return write(() -> tables.apply(source, changes));
	}

	/** The same of one change, where a condition holds of its prefix just before. */
	public CompletableFuture<RouteWrite> apply(RouteSource source, RouteChanges one, Precondition precondition) {
		return write(() -> {
			Prefix prefix = one.prefix(0);
			Optional<PrefixRoutes> before = reader.find(prefix);
			precondition.check(before);
			Commit commit = tables.apply(source, one);
			return new RouteWrite(commit, before, reader.find(prefix));
		});
	}

	/** Replaces all that a source says: only differences reach the FIB. A dry run counts them and changes nothing. */
	public CompletableFuture<Commit> replace(RouteSource source, RouteChanges routes, boolean dryRun) {
		return write(() -> tables.replace(source, routes, dryRun));
	}

	/** Withdraws all that a source says; fails with {@link UnknownSourceException}. */
	public CompletableFuture<Commit> removeSource(String source, Consumer<SourceUse> precondition) {
		return write(() -> tables.removeSource(source, precondition));
	}

	/** Gives a source another distance; its routes compete again. Fails with {@link UnknownSourceException}. */
	public CompletableFuture<Commit> setDistance(String source, int distance, Consumer<SourceUse> precondition) {
		return write(() -> tables.setDistance(source, distance, precondition));
	}

	/** Replaces an interface's addresses. A new interface is down until {@link #interfaceUp}. */
	public CompletableFuture<Commit> setConnected(String interfaceName, List<InterfaceAddress> addresses) {
		return relink(links -> links.with(interfaceName, new Links.Link(links.get(interfaceName).up(), addresses)));
	}

	/** Its connected routes go; routes through it stay in the RIB and come back with it. */
	public CompletableFuture<Commit> removeInterface(String interfaceName) {
		return relink(links -> links.without(interfaceName));
	}

	public CompletableFuture<Commit> interfaceUp(String interfaceName) {
		return relink(links -> links.with(interfaceName, new Links.Link(true, links.get(interfaceName).addresses())));
	}

	public CompletableFuture<Commit> interfaceDown(String interfaceName) {
		return relink(links -> links.with(interfaceName, new Links.Link(false, links.get(interfaceName).addresses())));
	}

	private CompletableFuture<Commit> relink(UnaryOperator<Links> change) {
		return write(() -> tables.relink(change));
	}

	public CompletableFuture<Optional<PrefixRoutes>> find(Prefix prefix) {
		return submit(() -> reader.find(prefix));
	}

	/** The longest prefix with an active route that holds the address. */
	public CompletableFuture<Optional<PrefixRoutes>> longestMatch(IpAddress address) {
		return submit(() -> reader.longestMatch(address));
	}

	/** Every prefix of the RIB that holds this one, itself included, the shortest first. */
	public CompletableFuture<List<PrefixRoutes>> covering(Prefix prefix) {
		return submit(() -> reader.covering(prefix));
	}

	/** At most {@code limit} prefixes after {@code after}, gathered in slices between which writes go on. */
	public CompletableFuture<RoutePage> page(RouteFilter filter, Optional<Prefix> after, int limit) {
		return page(filter, after, limit, List.of());
	}

	private CompletableFuture<RoutePage> page(
			RouteFilter filter, Optional<Prefix> after, int limit, List<PrefixRoutes> before) {
		return submit(() -> reader.slice(filter, after, limit - before.size())).thenCompose(slice -> {
			List<PrefixRoutes> routes = new ArrayList<>(before);
			routes.addAll(slice.routes());
			return slice.next().isEmpty() || routes.size() == limit
					? CompletableFuture.completedFuture(new RoutePage(routes, slice.next()))
					: page(filter, slice.next(), limit, routes);
		});
	}

	/** Of all sources, as the RIB met them. */
	public CompletableFuture<List<SourceUse>> sources() {
		return submit(reader::sources);
	}

	/** At most {@code limit} nexthops with ids above {@code after}, by id. */
	public CompletableFuture<List<NexthopUse>> nexthops(int after, int limit) {
		return submit(() -> tables.nexthops().list(after, limit));
	}

	/** Of the last commit; does not wait. */
	public RibSize size() {
		return size;
	}

	private <T> CompletableFuture<T> write(Supplier<T> work) {
		return submit(() -> {
			T result = work.get();
			size = reader.size();
			return result;
		});
	}

	private <T> CompletableFuture<T> submit(Supplier<T> work) {
		try {
			return CompletableFuture.supplyAsync(work, writer);
		} catch (RejectedExecutionException closed) {
			return CompletableFuture.failedFuture(new RibClosedException(closed));
		}
	}

	/** Ends {@code rib-writer}; what is queued is done first, within 2 s. */
	@Override
	public void close() {
		writer.shutdown();
		try {
			if (!writer.awaitTermination(2, TimeUnit.SECONDS)) {
				writer.shutdownNow();
			}
		} catch (InterruptedException interrupted) {
			writer.shutdownNow();
			Thread.currentThread().interrupt();
		}
	}
}
