package io.signalbox.vdev;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.dataplane.EalState;
import io.signalbox.dataplane.SystemState;
import java.util.List;
import org.junit.jupiter.api.Test;

@Vdev
class EalTest {
	private static final int SIGTERM = 15;
	private static final int COLLECTIONS = 20;

	@Test
	void theStartPinsNoThreadOfTheJvmAndBlocksNoSignal() {
		assertEquals(Eal.THIS_THREAD_BEFORE, Eal.THIS_THREAD_AFTER);
		assertEquals(Eal.NEW_THREAD_BEFORE, Eal.NEW_THREAD_AFTER);
	}

	@Test
	void workerThreadsStayOnTheirCpuAndTakeNoSignal() {
		try (Box box = Box.start()) {
			List<ThreadState> workers = ThreadState.ofThreadsNamed("(rte|dpdk)-worker-?[12]");
			assertEquals(box.dataplane.system().workers().size(), workers.size());
			for (ThreadState worker : workers) {
				assertEquals("Cpus_allowed_list:\t" + (Runtime.getRuntime().availableProcessors() - 1), worker.cpus());
				assertTrue(worker.blocks(SIGTERM), worker::blockedSignals);
			}
		}
	}

	@Test
	void aSecondStartIsRefusedAndHarmless() {
		DataplaneException refused = assertThrows(
				DataplaneException.class, () -> Eal.DATAPLANE.startEal(List.of("--no-huge", "-m", "64")));
		assertEquals(Reason.CONFLICT, refused.reason());
		assertEquals(EalState.UP, Eal.DATAPLANE.ealState());
	}

	@Test
	void callsBeforeTheDataPlanesStartAreRefused() {
		assertEquals(Reason.NOT_RUNNING,
				assertThrows(DataplaneException.class, () -> Eal.DATAPLANE.describeInterface(1)).reason());
		assertEquals(false, Eal.DATAPLANE.system().running());
	}

	@Test
	void badOptionsAreRefusedAndAGoodStartFollows() {
		DataplaneOptions usual = DataplaneOptions.defaults();
		DataplaneOptions tooFewMbufs = new DataplaneOptions(1, usual.mbufDataBytes(), usual.nexthops(),
				usual.neighbors(), usual.routes4(), usual.routes6(), usual.groups4(), usual.groups6(), usual.burst(),
				usual.idleSleepMicros(), usual.holdPackets(), usual.neighborReachableMillis(),
				usual.neighborRetransmitMillis(), usual.icmpErrorsPerSecond());
		assertEquals(Reason.INVALID,
				assertThrows(DataplaneException.class, () -> Eal.DATAPLANE.start(tooFewMbufs)).reason());
		try (Box box = Box.start()) {
			assertEquals(Reason.CONFLICT,
					assertThrows(DataplaneException.class, () -> box.dataplane.start(usual)).reason());
		}
	}

	@Test
	void theSystemIsDescribed() {
		try (Box box = Box.start()) {
			SystemState system = box.dataplane.system();
			assertTrue(system.running());
			assertEquals(2, system.workers().size());
			assertEquals(false, system.hugePages());
			assertEquals(8_192, system.mbufs());
			assertTrue(system.dpdkVersion().startsWith("DPDK "), system::dpdkVersion);
		}
	}

	@Test
	void workersTurnAndSleepWhileNothingComes() {
		try (Box box = Box.start()) {
			for (int worker = 0; worker < 2; worker++) {
				int each = worker;
				long turns = box.worker(each, "loops");
				long sleeps = box.worker(each, "sleeps");
				await().until(() -> box.worker(each, "loops") > turns && box.worker(each, "sleeps") > sleeps);
			}
		}
	}

	/** In most of them: on a busy machine a worker does not get the CPU during every one. */
	@Test
	void forcedFullCollectionsDoNotStopAWorker() {
		try (Box box = Box.start()) {
			int moved = 0;
			for (int collection = 0; collection < COLLECTIONS; collection++) {
				long first = box.worker(0, "loops");
				long second = box.worker(1, "loops");
				byte[][] garbage = new byte[64][];
				for (int at = 0; at < garbage.length; at++) {
					garbage[at] = new byte[100_000];
				}
				System.gc();
				moved += box.worker(0, "loops") > first && box.worker(1, "loops") > second ? 1 : 0;
			}
			assertTrue(moved > COLLECTIONS / 2, "both workers went on in only " + moved + " collections");
		}
	}
}
