package io.signalbox.feed.fpm;

import io.signalbox.feed.FeedLedger;
import io.signalbox.feed.FeedState;
import io.signalbox.net.Family;
import io.signalbox.rib.Commit;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibClosedException;
import io.signalbox.rib.UnknownVrfException;
import io.signalbox.rib.VrfUse;
import io.signalbox.route.RouteSource;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * Takes changes from the queue to the RIB, a batch at a time: the next one gathers while this one is written. A batch that
 * the RIB has no room for goes back to the queue and comes again by halves, so that all goes in that there is room for. When
 * there is none for a single route its family's are held back, and tried again each second. Also begins and ends replays: mark, sweep.
 */
final class RibPump implements Runnable {
	private static final Logger LOG = Logger.getLogger(RibPump.class);
	/** So many that a batch's own cost is nothing, so few that others' writes wait some 20 ms at most. */
	private static final int BATCH = 8_192;
	private static final long TICK_MILLIS = 250;
	private static final long RETRY_MILLIS = 1_000;

	private final Rib rib;
	private final RouteSource source;
	private final ChangeQueue queue;
	private final FeedLedger ledger;
	private final FpmOptions options;
	private final Consumer<ChangeBlock> written;
	private final Runnable resync;
	private final Set<String> missingVrfs = new HashSet<>();
	private final Object order = new Object();
	/** How many replays have begun; what was taken before the last one is obsolete. Guarded by {@code order}. */
	private long replay;
	private volatile ReplayWatch watch;
	private volatile boolean connected;
	private volatile boolean ended;
	/** What the peer has said has not been read whole. */
	private volatile boolean unread;
	private volatile int oldestInFlight = -1;
	private volatile boolean closed;
	/** Changes of the next batch: fewer while the RIB is nearly full. */
	private int most = BATCH;
	/** Whose announcements wait for room. */
	private final Set<Family> held = EnumSet.noneOf(Family.class);
	private final long startedNanos = System.nanoTime();
	private long nextLookNanos;

	/** Tells {@code written} what has come to the FIB, and asks {@code resync} for a new replay. */
	RibPump(Rib rib, RouteSource source, ChangeQueue queue, FeedLedger ledger, FpmOptions options,
			Consumer<ChangeBlock> written, Runnable resync) {
		this.rib = rib;
		this.source = source;
		this.queue = queue;
		this.ledger = ledger;
		this.options = options;
		this.written = written;
		this.resync = resync;
	}

	/** A peer has come: what it said in another life holds until it has said all again. Waits for the RIB. */
	void beginReplay() {
		synchronized (order) {
			replay++;
			queue.clear();
			ended = false;
			rib.mark(source).join();
			watch = new ReplayWatch(options.quiet(), options.stale(), System.nanoTime());
			connected = true;
		}
		ledger.resync();
		ledger.state(FeedState.SYNCING);
	}

	/** The peer has gone; what is queued of it still counts, and that it has said all if it has. */
	void endConnection() {
		synchronized (order) {
			watch = ended ? watch : null;
			connected = false;
			unread = false;
		}
		ledger.state(FeedState.WAITING);
	}

	/** Whether there is more to read, or what was read is not in the queue yet. */
	void unread(boolean more) {
		unread = more;
	}

	/** The peer says that it has said all. */
	void endMarker() {
		ended = true;
	}

	void close() {
		closed = true;
	}

	/** When the oldest change that is not in the FIB came, or {@code otherwise}. */
	int oldestMillis(int otherwise) {
		return oldestInFlight >= 0 ? oldestInFlight : queue.oldestMillis(otherwise);
	}

	@Override
	public void run() {
		long retryAt = 0;
		while (!closed) {
			try {
				queue.await(TICK_MILLIS);
				if (System.nanoTime() >= retryAt && !pump()) {
					retryAt = System.nanoTime() + RETRY_MILLIS * 1_000_000;
				}
				lookAround();
				if (System.nanoTime() < retryAt) {
					Thread.sleep(TICK_MILLIS);
				}
			} catch (InterruptedException | RibClosedException end) {
				return;
			} catch (RuntimeException unforeseen) {
				LOG.error("feed=fpm: the RIB does not take its changes", unforeseen);
				ledger.error("internal", String.valueOf(unforeseen.getMessage()));
			}
		}
	}

	/** Writes what is queued; false when some of it was refused. */
	private boolean pump() {
		held.clear();
		while (!closed) {
			long of;
			ChangeBlock block;
			CompletableFuture<Commit> commit;
			synchronized (order) {
				of = replay;
				block = held.isEmpty() ? queue.take(most) : queue.takeBut(held, most);
				if (block.isEmpty()) {
					return held.isEmpty();
				}
				oldestInFlight = block.millis(0);
				commit = rib.apply(source, block.routeChanges());
			}
			try {
				commit.join();
				most = Math.min(BATCH, most * 2);
				written.accept(block);
				stateAgain();
			} catch (CompletionException refused) {
				refused(of, block, refused.getCause());
			} finally {
				oldestInFlight = -1;
			}
		}
		return true;
	}

	private void refused(long of, ChangeBlock block, Throwable why) {
		if (why instanceof RibClosedException end) {
			throw end;
		}
		if (why instanceof UnknownVrfException) {
			missingVrfs.add(block.said(0).vrf());
			ledger.error("unknown-vrf", why.getMessage() + ": its routes come when it is there");
			return;
		}
		int size = block.size();
		Family family = block.family(0);
		synchronized (order) {
			if (of == replay) {
				queue.putBack(block);
			}
		}
		if (size > 1) {
			most = size / 2;
			return;
		}
		held.add(family);
		most = BATCH;
		ledger.error("refused", String.valueOf(why.getMessage()));
		if (ledger.state() != FeedState.FAILED) {
			LOG.warnf("feed=fpm state=failed queued=%d: the RIB refuses its routes: %s", queue.size(),
					why.getMessage());
		}
		ledger.state(FeedState.FAILED);
	}

	private void stateAgain() {
		if (held.isEmpty() && ledger.state() == FeedState.FAILED) {
			ledger.state(!connected ? FeedState.WAITING : watch != null ? FeedState.SYNCING : FeedState.SYNCED);
		}
	}

	/** Is the replay over, and once a second: is a VRF there that was not, has the feed taken too long to wait for. */
	private void lookAround() {
		long now = System.nanoTime();
		ReplayWatch running = watch;
		if (running != null && queue.size() == 0 && ended) {
			endReplay(running);
		}
		if (now < nextLookNanos) {
			return;
		}
		nextLookNanos = now + 1_000_000_000;
		if (now - startedNanos >= options.timeout().toNanos()) {
			ledger.ready();
		}
		if (watch != null && unread) {
			watch.unread(now);
		} else if (watch != null && queue.size() == 0 && isOver(watch, now)) {
			endReplay(watch);
		}
		if (!missingVrfs.isEmpty()
				&& rib.vrfs().join().stream().map(VrfUse::name).anyMatch(missingVrfs::contains)) {
			missingVrfs.clear();
			resync.run();
		}
	}

	private boolean isOver(ReplayWatch running, long now) {
		long routes = rib.sources().join().stream()
				.filter(use -> use.source().name().equals(source.name()))
				.mapToLong(use -> (long) use.ipv4Routes() + use.ipv6Routes())
				.sum();
		long stale = rib.marked(source).join();
		return running.isEnd(now, routes - stale, stale);
	}

	/** Sweeps what the peer has not said again; a new connection meanwhile has begun another replay. */
	private void endReplay(ReplayWatch over) {
		Commit swept;
		synchronized (order) {
			if (watch != over || queue.size() > 0) {
				return;
			}
			swept = rib.sweep(source).join();
			watch = null;
			ended = false;
		}
		LOG.infof("feed=fpm state=synced swept=%d", swept.removed());
		ledger.state(connected ? FeedState.SYNCED : FeedState.WAITING);
		ledger.ready();
	}
}
