package io.signalbox.rest.dto;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@code System} of openapi.yaml. */
public record SystemDto(
		String name,
		String version,
		Instant startedAt,
		double uptimeSeconds,
		DataPlane dataPlane,
		Optional<Capacity> capacity,
		Optional<Snapshot> snapshot,
		Host host) {

	/** {@code DataPlane}. */
	public record DataPlane(
			boolean running,
			String eal,
			Optional<String> dpdkVersion,
			List<Worker> workers,
			boolean hugePages,
			Optional<Integer> fibPageKib,
			long memoryBytes,
			Room packetBuffers) {}

	/** {@code Worker}. */
	public record Worker(String core, int lcore, Optional<Integer> cpu) {}

	/** {@code Capacity}. */
	public record Capacity(
			Room interfaces,
			Room routes,
			Room nexthops,
			Room neighbors,
			Room routesIpv4,
			Room routesIpv6,
			Room groupsIpv4,
			Room groupsIpv6) {}

	/** {@code Snapshot}. */
	public record Snapshot(
			Optional<WrittenSnapshot> written, long writeFailures, Optional<String> writeError, RestoredSnapshot restored) {}

	/** {@code WrittenSnapshot}. */
	public record WrittenSnapshot(Instant at, long routes, long bytes, double seconds) {}

	/** {@code RestoredSnapshot}. */
	public record RestoredSnapshot(
			String outcome,
			Optional<String> reason,
			Optional<String> message,
			Optional<Instant> takenAt,
			long routes,
			double seconds) {}

	/** {@code Room}. */
	public record Room(long used, long free, long max) {
		public static Room of(long used, long max) {
			return new Room(used, Math.max(0, max - used), max);
		}
	}

	/** {@code Host}. */
	public record Host(int cpus, String javaVersion, List<HugepagePool> hugepages) {}

	/** {@code HugepagePool}. */
	public record HugepagePool(int pageKib, long total, long free) {}
}
