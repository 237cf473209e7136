package io.signalbox.dataplane.ffm;

import static io.signalbox.dataplane.ffm.Layouts.OPTIONS;
import static io.signalbox.dataplane.ffm.Layouts.SYSTEM;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.dataplane.SystemState;
import io.signalbox.dataplane.SystemState.WorkerState;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/** Start, stop and description of the data plane. */
final class SystemCalls {
	private static final MethodHandle START = Library.function("sbx_start", ADDRESS);
	private static final MethodHandle STOP = Library.function("sbx_stop");
	private static final MethodHandle SYSTEM_DESCRIBE = Library.function("sbx_system_describe", ADDRESS);

	private static final long RUNNING = Layouts.offset(SYSTEM, "running");
	private static final long WORKERS = Layouts.offset(SYSTEM, "workers");
	private static final long WORKER_LCORES = Layouts.offset(SYSTEM, "worker_lcores");
	private static final long WORKER_CPUS = Layouts.offset(SYSTEM, "worker_cpus");
	private static final long HUGE_PAGES = Layouts.offset(SYSTEM, "huge_pages");
	private static final long FIB_PAGES_KIB = Layouts.offset(SYSTEM, "fib_pages_kib");
	private static final long MBUFS = Layouts.offset(SYSTEM, "mbufs");
	private static final long MBUFS_FREE = Layouts.offset(SYSTEM, "mbufs_free");
	private static final long MEMORY_BYTES = Layouts.offset(SYSTEM, "memory_bytes");
	private static final long DPDK_VERSION = Layouts.offset(SYSTEM, "dpdk_version");

	private SystemCalls() {}

	static void start(DataplaneOptions options) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment segment = arena.allocate(OPTIONS);
			set(segment, "mbufs", options.mbufs());
			set(segment, "mbuf_data_bytes", options.mbufDataBytes());
			set(segment, "nexthops", options.nexthops());
			set(segment, "neighbors", options.neighbors());
			set(segment, "routes4", options.routes4());
			set(segment, "routes6", options.routes6());
			set(segment, "groups4", options.groups4());
			set(segment, "groups6", options.groups6());
			set(segment, "burst", options.burst());
			set(segment, "idle_sleep_micros", options.idleSleepMicros());
			set(segment, "hold_packets", options.holdPackets());
			set(segment, "neighbor_reachable_ms", options.neighborReachableMillis());
			set(segment, "neighbor_retransmit_ms", options.neighborRetransmitMillis());
			set(segment, "icmp_errors_per_second", options.icmpErrorsPerSecond());
			Errno.check((int) START.invokeExact(segment), "start the data plane");
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static void set(MemorySegment segment, String field, int value) {
		segment.set(JAVA_INT, Layouts.offset(OPTIONS, field), value);
	}

	static void stop() {
		try {
			Errno.check((int) STOP.invokeExact(), "stop the data plane");
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static SystemState describe() {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment out = arena.allocate(SYSTEM);
			Errno.check((int) SYSTEM_DESCRIBE.invokeExact(out), "describe the data plane");
			return new SystemState(
					out.get(JAVA_INT, RUNNING) != 0,
					workers(out),
					out.get(JAVA_INT, HUGE_PAGES) != 0,
					out.get(JAVA_INT, FIB_PAGES_KIB),
					out.get(JAVA_LONG, MBUFS),
					out.get(JAVA_LONG, MBUFS_FREE),
					out.get(JAVA_LONG, MEMORY_BYTES),
					out.getString(DPDK_VERSION));
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static List<WorkerState> workers(MemorySegment out) {
		List<WorkerState> workers = new ArrayList<>();
		for (long at = 0; at < out.get(JAVA_INT, WORKERS); at++) {
			workers.add(new WorkerState(
					out.get(JAVA_INT, WORKER_LCORES + at * 4), out.get(JAVA_INT, WORKER_CPUS + at * 4)));
		}
		return workers;
	}
}
