package io.signalbox.dataplane;

import java.util.List;

/** {@code struct sbx_system}. */
public record SystemState(
		boolean running,
		List<WorkerState> workers,
		boolean hugePages,
		int fibPagesKib,
		long mbufs,
		long mbufsFree,
		long memoryBytes,
		String dpdkVersion) {

	/** A worker's lcore, and the CPU it last ran on (-1 = not known). */
	public record WorkerState(int lcore, int cpu) {}

	public SystemState {
		workers = List.copyOf(workers);
	}
}
