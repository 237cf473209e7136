package io.signalbox.fib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.NexthopSpec;
import io.signalbox.rib.RibBox;
import io.signalbox.route.RouteSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The FIB programmer between a real RIB and the fake data plane. */
class FibProgrammerTest {
	private final RibBox box = new RibBox();

	@AfterEach
	void close() {
		box.close();
	}

	private List<String> unicasts() {
		return box.dataplane.nexthops().values().stream()
				.map(NexthopSpec::address)
				.flatMap(Optional::stream)
				.map(Object::toString)
				.toList();
	}

	private static Reason reason(CompletionException refused) {
		return assertInstanceOf(DataplaneException.class, refused.getCause()).reason();
	}

	@Test
	void manyRoutesAreOneBatchAndShareTheirNexthop() {
		int batches = box.dataplane.routeBatches();
		int nexthopBatches = box.dataplane.nexthopBatches();
		box.announce(RouteSource.STATIC, "10.0.0.0/8", "192.0.2.7", "11.0.0.0/8", "192.0.2.7", "2001:db8:7::/48",
				"2001:db8:1::7");
		assertEquals(batches + 1, box.dataplane.routeBatches());
		assertEquals(nexthopBatches + 1, box.dataplane.nexthopBatches());
		assertEquals(List.of("192.0.2.7", "2001:db8:1::7"), unicasts());
	}

	@Test
	void refusedNexthopsLeaveRibAndFib() {
		Map<String, Integer> fib = box.dataplane.routes();
		box.dataplane.refuseNext(Reason.NO_CAPACITY);
		CompletionException refused = assertThrows(
				CompletionException.class, () -> box.announce(RouteSource.STATIC, "10.0.0.0/8", "192.0.2.7"));
		assertEquals(Reason.NO_CAPACITY, reason(refused));
		assertEquals(fib, box.dataplane.routes());
		assertEquals(Optional.empty(), box.find("10.0.0.0/8"));
		box.announce(RouteSource.STATIC, "10.0.0.0/8", "192.0.2.7");
		assertEquals(List.of("192.0.2.7"), unicasts());
	}

	@Test
	void refusedRoutesPutChangedNexthopsBack() {
		box.announce(RouteSource.STATIC, "10.0.0.0/8", "192.0.2.7");
		int id = box.dataplane.routes().get("10.0.0.0/8");
		NexthopSpec before = box.dataplane.nexthops().get(id);
		box.add("wan1");
		box.dataplane.limitRoutes(box.dataplane.routes().size() - 1);
		CompletionException refused = assertThrows(CompletionException.class, () -> box.rib
				.setConnected("wan1", "default", RibBox.owns("192.0.2.2/25"))
				.join());
		assertEquals(Reason.NO_CAPACITY, reason(refused));
		assertEquals(before, box.dataplane.nexthops().get(id), "the longer connected prefix had moved it to wan1");
	}

	@Test
	void nexthopThatCannotBeFreedIsFreedLater() {
		box.announce(RouteSource.STATIC, "10.0.0.0/8", "192.0.2.7");
		box.dataplane.refuseNexthopDeletes(true);
		box.withdraw(RouteSource.STATIC, "10.0.0.0/8");
		assertEquals(Optional.empty(), box.find("10.0.0.0/8"), "the route is gone all the same");
		assertEquals(List.of("192.0.2.7"), unicasts());
		box.dataplane.refuseNexthopDeletes(false);
		box.announce(RouteSource.STATIC, "11.0.0.0/8", "192.0.2.8", "12.0.0.0/8", "192.0.2.9");
		assertEquals(List.of("192.0.2.8", "192.0.2.9"), unicasts());
	}

	@Test
	void interfaceThatTheDataPlaneDoesNotHaveIsNamed() {
		box.rib.setConnected("ghost0", "default", RibBox.owns("203.0.113.1/24")).join();
		CompletionException refused =
				assertThrows(CompletionException.class, () -> box.rib.interfaceUp("ghost0").join());
		assertEquals(Reason.NOT_FOUND, reason(refused));
		assertEquals("the data plane has no interface ghost0", refused.getCause().getMessage());
		assertEquals(Optional.empty(), box.forwarded("203.0.113.0/24"));
	}
}
