package io.signalbox.rib;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Route;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * All routes of the default VRF, and its entrance for every thread: each method queues its work for the one thread
 * {@code rib-writer} and returns a future. A write's future completes when the change is in the FIB, or with the
 * exception that stopped it; then nothing has changed. Reads run on the same thread in short slices: they see whole
 * commits only, need no lock, and never hold a write up for long. Callbacks on a future must not block.
 */
public final class Rib implements AutoCloseable {
	/** @param nexthops ids that the listener can take: 1 to {@code nexthops - 1} */
	public Rib(RibListener listener, int nexthops) {
	}

	/** Applies a source's changes in their order, all or nothing. */
	public CompletableFuture<Commit> apply(RouteSource source, RouteChanges changes) {
		return notYet();
	}

	/** Replaces all that a source says: only differences reach the FIB. A dry run counts them and changes nothing. */
	public CompletableFuture<Commit> replace(RouteSource source, RouteChanges routes, boolean dryRun) {
		return notYet();
	}

	/** Withdraws all that a source says. */
	public CompletableFuture<Commit> removeSource(String source) {
		return notYet();
	}

	/** Gives a source another distance; its routes compete again. */
	public CompletableFuture<Commit> setDistance(RouteSource source) {
		return notYet();
	}

	/** Announces one route. */
	public CompletableFuture<RouteWrite> announce(Route route, Precondition precondition) {
		return notYet();
	}

	/** Withdraws one route of one source. */
	public CompletableFuture<RouteWrite> withdraw(Prefix prefix, String source, Precondition precondition) {
		return notYet();
	}

	/** Replaces an interface's addresses. A new interface is down until {@link #interfaceUp}. */
	public CompletableFuture<Commit> setConnected(String interfaceName, List<InterfaceAddress> addresses) {
		return notYet();
	}

	/** Its connected routes go; routes through it stay in the RIB and come back with it. */
	public CompletableFuture<Commit> removeInterface(String interfaceName) {
		return notYet();
	}

	public CompletableFuture<Commit> interfaceUp(String interfaceName) {
		return notYet();
	}

	public CompletableFuture<Commit> interfaceDown(String interfaceName) {
		return notYet();
	}

	public CompletableFuture<Optional<PrefixRoutes>> find(Prefix prefix) {
		return notYet();
	}

	/** The longest prefix with an active route that holds the address. */
	public CompletableFuture<Optional<PrefixRoutes>> longestMatch(IpAddress address) {
		return notYet();
	}

	/** Every prefix of the RIB that holds this one, itself included, the shortest first. */
	public CompletableFuture<List<PrefixRoutes>> covering(Prefix prefix) {
		return notYet();
	}

	/** At most {@code limit} prefixes after {@code after}. */
	public CompletableFuture<RoutePage> page(RouteFilter filter, Optional<Prefix> after, int limit) {
		return notYet();
	}

	public CompletableFuture<List<SourceUse>> sources() {
		return notYet();
	}

	public CompletableFuture<List<NexthopUse>> nexthops() {
		return notYet();
	}

	/** Of the last commit; does not wait. */
	public RibSize size() {
		return new RibSize(0, 0, 0, 0, 0, 0);
	}

	/** Ends {@code rib-writer}; what is queued is done first. */
	@Override
	public void close() {
	}

	private static <T> CompletableFuture<T> notYet() {
		return CompletableFuture.failedFuture(
				new UnsupportedOperationException("the RIB comes with the next delivery"));
	}
}
