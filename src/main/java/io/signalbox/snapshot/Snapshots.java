package io.signalbox.snapshot;

import io.signalbox.rib.OvertakenException;
import io.signalbox.rib.Rib;
import io.signalbox.rib.SourceRoutes;
import io.signalbox.rib.UnknownVrfException;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.snapshot.SnapshotState.Outcome;
import io.signalbox.snapshot.SnapshotState.Restored;
import io.signalbox.snapshot.SnapshotState.Written;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Keeps what sources say over a restart, so that the box forwards before any feed is back: after changes, at most every
 * ten seconds, and at the stop. Static and connected routes have their own home. Without a folder nothing is kept.
 */
public final class Snapshots {
	private static final Logger LOG = Logger.getLogger(Snapshots.class);
	private static final List<RouteSource> FED = List.of(RouteSource.FPM, RouteSource.KERNEL);
	private static final long PERIOD_MILLIS = 10_000;
	private static final long LAST_ONE_SECONDS = 10;

	private final Rib rib;
	private final Optional<SnapshotFile> file;
	private final Duration maxAge;
	private final InstantSource clock;
	private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
			Thread.ofPlatform().daemon().name("snapshot").factory());
	private volatile SnapshotState state = SnapshotState.NEW;
	private CompletableFuture<Optional<Snapshot>> reading = CompletableFuture.completedFuture(Optional.empty());
	private long savedCommits;

	/** @param maxAge of a snapshot that is still used */
	public Snapshots(Rib rib, Optional<Path> folder, Duration maxAge, InstantSource clock) {
		this.rib = rib;
		this.file = folder.map(SnapshotFile::new);
		this.maxAge = maxAge;
		this.clock = clock;
	}

	/** Empty where nothing is kept. */
	public Optional<SnapshotState> state() {
		return file.map(_ -> state);
	}

	/** Begins to read the snapshot, while the data plane starts: that waits for the machine more than it works. */
	public void read() {
		reading = CompletableFuture.supplyAsync(
				() -> file.flatMap(SnapshotFile::bytes).map(Snapshot::read), thread);
	}

	/**
	 * Puts what {@link #read} read into the RIB; call it before any source speaks. What came by feeds is marked, and they sweep what
	 * they do not say again. Never fails: what cannot be used is named, and kept aside.
	 */
	public void restore() {
		long begin = System.nanoTime();
		try {
			reading.join().ifPresent(snapshot -> restore(snapshot, begin));
		} catch (CompletionException failed) {
			ignore(failed.getCause() instanceof SnapshotException unusable ? unusable : unreadable(failed.getCause()));
		} catch (SnapshotException unusable) {
			ignore(unusable);
		}
		reading = CompletableFuture.completedFuture(Optional.empty());
		savedCommits = rib.commits();
	}

	private void restore(Snapshot snapshot, long begin) {
		checkAge(snapshot);
		Restored restored = apply(snapshot, begin);
		state = state.with(restored);
		LOG.infof("snapshot=%s routes=%d taken=%s millis=%d%s", restored.outcome(), restored.routes(), snapshot.begun(),
				millisSince(begin), restored.message().map(message -> " reason=\"" + message + "\"").orElse(""));
	}

	private void ignore(SnapshotException unusable) {
		LOG.warnf("snapshot=IGNORED reason=%s: %s", unusable.reason(), unusable.getMessage());
		state = state.with(Restored.ignored(unusable.reason(), unusable.getMessage()));
		try {
			file.orElseThrow().keepAside();
		} catch (IOException failed) {
			LOG.warnf("the snapshot cannot be kept aside, and the next one overwrites it: %s", failed);
		}
	}

	private static SnapshotException unreadable(Throwable failure) {
		return new SnapshotException(Reason.UNREADABLE, "it cannot be read: " + failure);
	}

	private void checkAge(Snapshot snapshot) {
		// A clock that was set back makes it come from the future: it is as good as any.
		Duration age = Duration.between(snapshot.begun(), clock.instant());
		if (age.compareTo(maxAge) > 0) {
			throw new SnapshotException(Reason.TOO_OLD,
					"it was taken " + age.toSeconds() + " s ago, and snapshot.maxAgeSeconds is " + maxAge.toSeconds());
		}
	}

	private Restored apply(Snapshot snapshot, long begin) {
		Optional<Shortfall> shortfall = Optional.empty();
		long routes = 0;
		for (SourceRoutes batch : snapshot.routes()) {
			Put put = put(batch.source(), batch.routes());
			routes += put.routes();
			shortfall = put.shortfall().isPresent() ? put.shortfall() : shortfall;
			if (put.shortfall().filter(why -> why.reason() != Reason.NO_VRF).isPresent()) {
				break;
			}
		}
		FED.forEach(source -> rib.mark(source).join());
		return new Restored(
				shortfall.isEmpty() ? Outcome.RESTORED : Outcome.PARTLY,
				shortfall.map(Shortfall::reason),
				shortfall.map(Shortfall::message),
				Optional.of(snapshot.begun()),
				routes,
				millisSince(begin) / 1e3);
	}

	/** Routes that have come into the RIB, and why no more have. */
	private record Put(long routes, Optional<Shortfall> shortfall) {}

	/** All of the routes, or, by halves, as many from the first one on as there is room for. */
	private Put put(RouteSource source, RouteChanges routes) {
		try {
			return new Put(rib.apply(source, routes).join().added(), Optional.empty());
		} catch (CompletionException failed) {
			Shortfall why = Shortfall.of(failed.getCause());
			if (why.reason() == Reason.NO_VRF || routes.size() == 1) {
				return new Put(0, Optional.of(why));
			}
			Put first = put(source, routes.part(0, routes.size() / 2));
			if (first.shortfall().isPresent()) {
				return first;
			}
			Put second = put(source, routes.part(routes.size() / 2, routes.size()));
			return new Put(first.routes() + second.routes(), second.shortfall());
		}
	}

	/** Why routes of a good snapshot are not in the RIB. */
	private record Shortfall(Reason reason, String message) {
		static Shortfall of(Throwable failure) {
			return new Shortfall(
					failure instanceof UnknownVrfException ? Reason.NO_VRF : Reason.NO_CAPACITY,
					String.valueOf(failure.getMessage()));
		}
	}

	/** Begins to write snapshots. */
	public void start() {
		if (file.isPresent()) {
			var _ = thread.scheduleWithFixedDelay(this::save, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
		}
	}

	/** Writes the last one; call it while the RIB still is whole. */
	public void stop() {
		thread.shutdown();
		try {
			if (!thread.awaitTermination(LAST_ONE_SECONDS, TimeUnit.SECONDS)) {
				LOG.warn("a snapshot is still being written: the last one stays");
				return;
			}
		} catch (InterruptedException interrupted) {
			Thread.currentThread().interrupt();
			return;
		}
		save();
	}

	/** Writes one if something has changed. What fails is tried again the next time, and said when it is another failure. */
	void save() {
		long commits = rib.commits();
		if (file.isEmpty() || commits == savedCommits) {
			return;
		}
		try {
			Instant now = clock.instant();
			Written written = file.get().write(rib, now);
			state = state.with(written);
			savedCommits = commits;
			LOG.debugf("snapshot=WRITTEN %s", written);
		} catch (IOException | RuntimeException failed) {
			fail(failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed);
		}
	}

	private void fail(Throwable failure) {
		if (failure instanceof OvertakenException) {
			LOG.debugf("no snapshot yet: %s", failure.getMessage());
			return;
		}
		String message = failure.toString();
		if (!state.writeError().equals(Optional.of(message))) {
			LOG.warnf("the snapshot cannot be written, the last one stays: %s", message);
		}
		state = state.withFailure(message);
	}

	private static long millisSince(long begin) {
		return (System.nanoTime() - begin) / 1_000_000;
	}
}
