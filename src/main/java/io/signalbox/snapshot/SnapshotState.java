package io.signalbox.snapshot;

import java.time.Instant;
import java.util.Optional;

/**
 * How it stands with the snapshot.
 *
 * @param written the last one of this process
 * @param writeFailures since the start
 * @param writeError why the last writing failed; empty when it did not
 * @param restored what the start came to
 */
public record SnapshotState(
		Optional<Written> written, long writeFailures, Optional<String> writeError, Restored restored) {
	/** Nothing has happened yet. */
	static final SnapshotState NEW =
			new SnapshotState(Optional.empty(), 0, Optional.empty(), Restored.NOTHING);

	/** A whole snapshot. */
	public record Written(Instant at, long routes, long bytes, double seconds) {}

	/** What the start made of the snapshot that it found. */
	public enum Outcome {
		/** There was none. */
		NONE,
		/** All of it is in the RIB. */
		RESTORED,
		/** As far as the tables took it. */
		PARTLY,
		/** It was not used. */
		IGNORED
	}

	/**
	 * What the start came to.
	 *
	 * @param reason why not all of it is in the RIB
	 * @param message the same in words
	 * @param takenAt when the snapshot was taken
	 * @param routes that came back from it
	 */
	public record Restored(
			Outcome outcome,
			Optional<Reason> reason,
			Optional<String> message,
			Optional<Instant> takenAt,
			long routes,
			double seconds) {
		static final Restored NOTHING =
				new Restored(Outcome.NONE, Optional.empty(), Optional.empty(), Optional.empty(), 0, 0);

		static Restored ignored(Reason reason, String message) {
			return new Restored(Outcome.IGNORED, Optional.of(reason), Optional.of(message), Optional.empty(), 0, 0);
		}
	}

	SnapshotState with(Restored outcome) {
		return new SnapshotState(written, writeFailures, writeError, outcome);
	}

	SnapshotState with(Written now) {
		return new SnapshotState(Optional.of(now), writeFailures, Optional.empty(), restored);
	}

	SnapshotState withFailure(String message) {
		return new SnapshotState(written, writeFailures + 1, Optional.of(message), restored);
	}
}
