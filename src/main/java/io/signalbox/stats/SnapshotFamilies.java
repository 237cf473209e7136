package io.signalbox.stats;

import io.signalbox.snapshot.Reason;
import io.signalbox.snapshot.SnapshotState;
import io.signalbox.stats.Families.Labels;
import java.util.Locale;
import java.util.Optional;

/** The snapshot of the routes: what is on the disk, and what the start made of the one it found. */
final class SnapshotFamilies {
	private static final String PREFIX = "signalbox_snapshot_";
	private static final double MILLIS = 1e3;

	private SnapshotFamilies() {}

	static void add(Families families, SnapshotState state) {
		families.counter(PREFIX + "write_failures", "Snapshots that could not be written.", Labels.NONE,
				state.writeFailures());
		state.written().ifPresent(written -> {
			families.gauge(PREFIX + "written_timestamp_seconds", "When the last one was taken.", Labels.NONE,
					written.at().toEpochMilli() / MILLIS);
			families.gauge(PREFIX + "routes", "Routes in it.", Labels.NONE, written.routes());
			families.gauge(PREFIX + "bytes", "Its size.", Labels.NONE, written.bytes());
		});
		families.gauge(PREFIX + "restored_routes", "Routes that came back at the start.", Labels.NONE,
				state.restored().routes());
		for (Reason reason : Reason.values()) {
			families.gauge(PREFIX + "unused", "1 for the reason why the start did not use all of the one it found.",
					Labels.of("reason", reason.name().toLowerCase(Locale.ROOT).replace('_', '-')),
					state.restored().reason().equals(Optional.of(reason)) ? 1 : 0);
		}
	}
}
