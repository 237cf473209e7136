package io.signalbox.feed.kernel;

import io.signalbox.feed.FeedLedger;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibClosedException;
import io.signalbox.rib.SourceUse;
import io.signalbox.rib.UnknownVrfException;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The feed's batches on their way to the FIB, in their order, a few at a time. Of a batch that the RIB refuses all is
 * delivered that it does not. The feed's thread calls; answers come on the RIB's.
 */
final class RibDelivery {
	private static final int MOST_BATCHES = 4;

	private final Rib rib;
	private final RouteSource source;
	private final FeedLedger ledger;
	/** Of each batch on its way, since when the oldest of its changes waits. */
	private final Queue<Long> batches = new ConcurrentLinkedQueue<>();
	private final AtomicInteger routes = new AtomicInteger();
	private volatile boolean differs;

	RibDelivery(Rib rib, RouteSource source, FeedLedger ledger) {
		this.rib = rib;
		this.source = source;
		this.ledger = ledger;
	}

	boolean hasRoom() {
		return batches.size() < MOST_BATCHES;
	}

	/** Routes that are not in the FIB yet. */
	int routes() {
		return routes.get();
	}

	/** Since when the oldest of them waits; by the clock that {@link #apply} was given. */
	OptionalLong oldest() {
		Long since = batches.peek();
		return since == null ? OptionalLong.empty() : OptionalLong.of(since);
	}

	/** The RIB has not all that it was told: it refused something, or another one changed it. */
	boolean differs() {
		return differs;
	}

	/** All that the RIB has of the source is stale, until it is told again. */
	void mark() {
		differs = false;
		var _ = rib.mark(source);
	}

	/** Withdraws what is stale; {@code then} when that is in the FIB. */
	void sweep(Runnable then) {
		var _ = rib.sweep(source).whenComplete((commit, failure) -> {
			if (failure == null) {
				ledger.told(0, commit.removed());
				then.run();
			} else {
				refused(failure, 1);
			}
		});
	}

	void apply(RouteChanges changes, long since) {
		int withdrawals = 0;
		for (int at = 0; at < changes.size(); at++) {
			withdrawals += changes.isWithdraw(at) ? 1 : 0;
		}
		ledger.told(changes.size() - withdrawals, withdrawals);
		batches.add(since);
		routes.addAndGet(changes.size());
		deliver(changes, () -> {
			routes.addAndGet(-changes.size());
			batches.remove();
		});
	}

	private void deliver(RouteChanges changes, Runnable then) {
		var _ = rib.apply(source, changes).whenComplete((commit, failure) -> {
			if (failure == null) {
				then.run();
			} else if (changes.size() <= 1 || isHopeless(failure)) {
				refused(failure, changes.size());
				then.run();
			} else {
				int half = changes.size() / 2;
				deliver(part(changes, 0, half), () -> deliver(part(changes, half, changes.size()), then));
			}
		});
	}

	/** No part of the batch would be taken. */
	private static boolean isHopeless(Throwable failure) {
		Throwable cause = cause(failure);
		return cause instanceof RibClosedException || cause instanceof UnknownVrfException;
	}

	private static Throwable cause(Throwable failure) {
		return failure instanceof CompletionException ? failure.getCause() : failure;
	}

	private void refused(Throwable failure, int size) {
		differs = true;
		ledger.count(KernelErrors.REFUSED, size - 1);
		ledger.error(KernelErrors.REFUSED, cause(failure).getMessage());
	}

	private static RouteChanges part(RouteChanges whole, int from, int to) {
		RouteChanges part = new RouteChanges(whole.vrf());
		List<Nexthop> nexthops = whole.nexthops();
		for (int at = from; at < to; at++) {
			if (whole.isWithdraw(at)) {
				part.withdraw(whole.isIpv6(at), whole.high(at), whole.low(at), whole.length(at));
			} else {
				part.announce(whole.isIpv6(at), whole.high(at), whole.low(at), whole.length(at),
						part.number(nexthops.get(whole.nexthop(at))), whole.metric(at), whole.distance(at));
			}
		}
		return part;
	}

	/** Finds out, later, whether the RIB has as many routes of the source as it was told. */
	void compare(int told) {
		var _ = rib.sources().thenAccept(uses -> {
			int has = uses.stream().filter(use -> use.source().name().equals(source.name()))
					.mapToInt(RibDelivery::routes).sum();
			if (has != told) {
				differs = true;
			}
		});
	}

	private static int routes(SourceUse use) {
		return use.ipv4Routes() + use.ipv6Routes();
	}
}
