package io.signalbox.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.health.Progress.Stage;
import io.signalbox.interfaces.InterfaceChange;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.InterfaceTable;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponse.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProbesTest {
	private final FakeDataplane dataplane = FakeDataplane.running();
	private final InterfaceTable table = new InterfaceTable();
	private final Rib rib = new Rib(new FibProgrammer(dataplane, table), new RibLimits(100));
	private final Interfaces interfaces = new Interfaces(dataplane, rib, table);
	private final Progress progress = new Progress();

	@AfterEach
	void close() {
		rib.close();
	}

	@Test
	void aliveWhileLoopsTurnAndNotWhenTheyStandStill() {
		WorkersLive live = new WorkersLive(dataplane, Duration.ZERO);
		assertEquals(Status.UP, live.call().getStatus());
		dataplane.fakeCounters().setCore(0, "loops", 1);
		assertEquals(Status.UP, live.call().getStatus());
		assertAnswer(Status.DOWN, Map.of("worker-0", "stands still"), live);
		dataplane.fakeCounters().setCore(0, "loops", 2);
		assertAnswer(Status.UP, Map.of("worker-0", "turns"), live);
	}

	@Test
	void aStoppedDataPlaneIsAliveAndNotReady() {
		dataplane.stop();
		progress.reached(Stage.ROUTES);
		assertEquals(Status.UP, new WorkersLive(dataplane, Duration.ZERO).call().getStatus());
		assertEquals(Status.DOWN, new ForwardingReady(dataplane, progress).call().getStatus());
	}

	@Test
	void readyOnceTheConfiguredRoutesAreInTheFib() {
		ForwardingReady ready = new ForwardingReady(dataplane, progress);
		assertEquals(Status.DOWN, ready.call().getStatus());
		progress.reached(Stage.ROUTES);
		assertEquals(Status.UP, ready.call().getStatus());
	}

	@Test
	void portsAreReadyWhileOneHasALink() {
		PortsReady ready = new PortsReady(interfaces, progress);
		assertEquals(Status.DOWN, ready.call().getStatus());
		progress.reached(Stage.INTERFACES);
		int wan = interfaces.add(new InterfaceConfig("wan0", "net_null0", List.of())).id();
		int lan = interfaces.add(new InterfaceConfig("lan0", "net_null1", List.of())).id();
		assertAnswer(Status.UP, Map.of("wan0", "up", "lan0", "up"), ready);
		dataplane.setLink(wan, false);
		assertAnswer(Status.UP, Map.of("wan0", "no link", "lan0", "up"), ready);
		dataplane.setLink(lan, false);
		assertAnswer(Status.DOWN, Map.of("wan0", "no link", "lan0", "no link"), ready);
	}

	@Test
	void aPortThatIsShutDownIsNotWaitedFor() {
		PortsReady ready = new PortsReady(interfaces, progress);
		progress.reached(Stage.INTERFACES);
		assertEquals(Status.UP, ready.call().getStatus());
		dataplane.setLink(interfaces.add(new InterfaceConfig("wan0", "net_null0", List.of())).id(), false);
		assertEquals(Status.DOWN, ready.call().getStatus());
		InterfaceChange shut = new InterfaceChange(Optional.empty(), Optional.empty(), Optional.of(false), Optional.empty());
		interfaces.change("wan0", shut, _ -> {});
		assertAnswer(Status.UP, Map.of("wan0", "shut down"), ready);
	}

	@Test
	void startedOnceEveryStageIsReached() {
		Started started = new Started(progress);
		for (Stage stage : Stage.values()) {
			assertEquals(Status.DOWN, started.call().getStatus());
			progress.reached(stage);
		}
		assertEquals(Status.UP, started.call().getStatus());
	}

	private static void assertAnswer(Status status, Map<String, Object> data, HealthCheck check) {
		HealthCheckResponse answer = check.call();
		assertEquals(status, answer.getStatus());
		assertEquals(Optional.of(data), answer.getData());
	}
}
