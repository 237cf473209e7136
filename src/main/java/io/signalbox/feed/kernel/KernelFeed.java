package io.signalbox.feed.kernel;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.Netlink;
import io.signalbox.dataplane.NetlinkSocket;
import io.signalbox.feed.Feed;
import io.signalbox.feed.FeedLedger;
import io.signalbox.feed.FeedState;
import io.signalbox.feed.FeedStatus;
import io.signalbox.feed.netlink.MalformedMessageException;
import io.signalbox.rib.Rib;
import io.signalbox.route.RouteSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * The routes of a kernel's table: all of it, then what changes, on the thread {@code feed-kernel}. Whenever something may
 * have been missed, and now and then anyway, all of it is asked for again; only what differs reaches the RIB. Its routes
 * stay while the kernel cannot be asked, and over the life of the feed.
 */
public final class KernelFeed implements Feed {
	private static final Logger LOG = Logger.getLogger(KernelFeed.class);
	/** At most one new socket in that time: each costs a dump. */
	private static final int RETRY_MILLIS = 1000;
	private static final int STOP_MILLIS = 5000;

	private final KernelSettings settings;
	private final Netlink netlink;
	private final FeedLedger ledger = new FeedLedger();
	private final RibDelivery delivery;
	private final KernelFollowing following;
	private final LongSupplier nanoTime;
	private final CountDownLatch closed = new CountDownLatch(1);
	private final Thread thread = Thread.ofPlatform().name("feed-kernel").daemon().unstarted(this::run);
	private volatile long startedAt;

	/** Asks {@code boxNames} for the names of the box's interfaces by the kernel's names of what they stand on. */
	public KernelFeed(KernelSettings settings, Netlink netlink, Rib rib, Supplier<Map<String, String>> boxNames,
			Adoption adoption) {
		this(settings, netlink, rib, boxNames, adoption, System::nanoTime);
	}

	KernelFeed(KernelSettings settings, Netlink netlink, Rib rib, Supplier<Map<String, String>> boxNames,
			Adoption adoption, LongSupplier nanoTime) {
		this.settings = settings;
		this.netlink = netlink;
		this.nanoTime = nanoTime;
		this.delivery = new RibDelivery(rib, RouteSource.KERNEL, ledger);
		this.following = new KernelFollowing(settings, ledger, delivery, boxNames, adoption, nanoTime);
	}

	@Override
	public String name() {
		return "kernel";
	}

	@Override
	public RouteSource source() {
		return RouteSource.KERNEL;
	}

	@Override
	public FeedStatus status() {
		boolean late = nanoTime.getAsLong() - startedAt >= TimeUnit.SECONDS.toNanos(settings.timeoutSeconds());
		if (late && ledger.state() != FeedState.STOPPED) {
			ledger.ready();
		}
		return ledger.status(following.queued(), following.lagMillis());
	}

	@Override
	public void start() {
		startedAt = nanoTime.getAsLong();
		ledger.state(FeedState.WAITING);
		thread.start();
	}

	private void run() {
		while (!isClosed(0)) {
			try (NetlinkSocket socket = netlink.open(settings.namespace(), Groups.of(settings), settings.receiveBytes())) {
				ledger.peer(Optional.of(peer()));
				long begun = nanoTime.getAsLong();
				following.follow(socket, () -> isClosed(0));
				isClosed(nanoTime.getAsLong() - begun < TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS) ? RETRY_MILLIS : 0);
			} catch (DataplaneException failed) {
				pause(FeedState.WAITING, KernelErrors.NO_SOCKET, failed);
			} catch (MalformedMessageException malformed) {
				pause(FeedState.FAILED, KernelErrors.MALFORMED, malformed);
			} catch (RuntimeException fault) {
				LOG.error("feed=kernel failed; it begins again", fault);
				pause(FeedState.FAILED, KernelErrors.FAULT, fault);
			}
		}
	}

	private String peer() {
		return "table " + settings.table() + settings.namespace().map(file -> " of " + file).orElse("");
	}

	private void pause(FeedState state, String error, RuntimeException failure) {
		if (ledger.state() != state) {
			LOG.warnf("feed=kernel state=%s reason=\"%s\"", state, failure.getMessage());
		}
		ledger.peer(Optional.empty());
		ledger.error(error, failure.getMessage());
		ledger.state(state);
		isClosed(RETRY_MILLIS);
	}

	/** Waits at most so long for the end. */
	private boolean isClosed(int millis) {
		try {
			return closed.await(millis, TimeUnit.MILLISECONDS);
		} catch (InterruptedException interrupted) {
			Thread.currentThread().interrupt();
			return true;
		}
	}

	@Override
	public void close() {
		closed.countDown();
		try {
			thread.join(STOP_MILLIS);
		} catch (InterruptedException interrupted) {
			Thread.currentThread().interrupt();
		}
		ledger.state(FeedState.STOPPED);
	}
}
