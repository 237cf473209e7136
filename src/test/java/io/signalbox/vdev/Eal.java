package io.signalbox.vdev;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.EalState;
import io.signalbox.dataplane.ffm.NativeDataplane;
import java.util.List;

/** EAL in this JVM, started once by whichever test comes first: no hugepages, two sleeping workers on one CPU. */
final class Eal {
	private static final int CPUS = Runtime.getRuntime().availableProcessors();

	static final ThreadState THIS_THREAD_BEFORE;
	static final ThreadState NEW_THREAD_BEFORE;
	static final ThreadState THIS_THREAD_AFTER;
	static final ThreadState NEW_THREAD_AFTER;
	static final Dataplane DATAPLANE = new NativeDataplane();

	static {
		if (DATAPLANE.ealState() != EalState.NEW) {
			throw new IllegalStateException("EAL is " + DATAPLANE.ealState() + " before any test has started it");
		}
		THIS_THREAD_BEFORE = ThreadState.ofThisThread();
		NEW_THREAD_BEFORE = ThreadState.ofNewThread();
		int cpu = CPUS - 1;
		DATAPLANE.startEal(List.of("--no-huge", "-m", "256", "--no-shconf", "--iova-mode=va", "--no-telemetry",
				"-a", "0000:00:00.0", "--lcores", "0@0,1@" + cpu + ",2@" + cpu, "--main-lcore", "0"));
		THIS_THREAD_AFTER = ThreadState.ofThisThread();
		NEW_THREAD_AFTER = ThreadState.ofNewThread();
	}

	private Eal() {}
}
