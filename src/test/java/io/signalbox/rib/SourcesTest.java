package io.signalbox.rib;

import static io.signalbox.rib.RibBox.routes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names of sources: those that nobody needs any more make room, the others stay. */
class SourcesTest {
	private final RibBox box = new RibBox();

	@AfterEach
	void close() {
		box.close();
	}

	private List<String> names() {
		return box.rib.sources().join().stream().map(use -> use.source().name()).toList();
	}

	private void come(int from, int to) {
		for (int at = from; at < to; at++) {
			RouteSource client = RouteSource.named("client" + at);
			box.rib.apply(client, routes("10.0.0.0/8", "192.0.2.7")).join();
			box.rib.replace(client, new RouteChanges(), false, 0).join();
		}
	}

	@Test
	void emptySourcesMakeRoomForNewOnesTheOldestFirst() {
		come(0, 3 * Sources.KEPT);
		assertEquals(Sources.KEPT, names().size());
		assertTrue(names().contains("client" + (3 * Sources.KEPT - 1)));
		assertTrue(names().containsAll(List.of("connected", "static")));
		assertEquals(Optional.empty(), box.find("10.0.0.0/8"));
	}

	@Test
	void onesWithRoutesOrAnOwnDistanceStay() {
		box.announce(RouteSource.named("speaks"), "11.0.0.0/8", "192.0.2.7");
		box.rib.apply(new RouteSource("trusted", 5), new RouteChanges()).join();
		come(0, 2 * Sources.KEPT);
		assertTrue(names().containsAll(List.of("speaks", "trusted")));
		assertEquals("speaks", box.find("11.0.0.0/8").orElseThrow().candidates().getFirst().route().source().name());
	}

	@Test
	void anotherThatTakesAPlaceHasItsOwnDistanceAndVersion() {
		come(0, Sources.KEPT);
		Map<String, Long> versions = new HashMap<>();
		box.rib.sources().join().forEach(use -> versions.put(use.source().name(), use.version()));
		box.rib.apply(new RouteSource("late", 7), routes("12.0.0.0/8", "192.0.2.7")).join();
		SourceUse late = box.rib.sources().join().stream()
				.filter(use -> use.source().name().equals("late"))
				.findFirst()
				.orElseThrow();
		assertEquals(7, late.source().distance());
		assertTrue(versions.values().stream().allMatch(version -> version < late.version()));
	}

	@Test
	void whatIsRefusedForgetsNobody() {
		come(0, Sources.KEPT);
		List<String> before = names();
		box.dataplane.refuseNext(DataplaneException.Reason.NO_CAPACITY);
		assertThrows(CompletionException.class, () -> box.announce(RouteSource.named("late"), "12.0.0.0/8", "192.0.2.7"));
		assertEquals(before, names());
		box.rib.replace(RouteSource.named("late"), routes("12.0.0.0/8", "192.0.2.7"), true, 0).join();
		assertEquals(before, names());
	}

	@Test
	void aReadingSaysThatAForgottenOneHasWithdrawn() {
		Tables tables = new Tables(_ -> 1, new RibLimits(10));
		Writes writes = new Writes(tables);
		RouteChanges route = new RouteChanges();
		route.announce(Prefix.parse("10.0.0.0/8"), new Nexthop.Blackhole());
		writes.apply(RouteSource.named("first"), route);
		Export export = new Export(tables, _ -> true, Export.SLICE);
		assertEquals("first", export.next().orElseThrow().getFirst().source().name());
		writes.replace(RouteSource.named("first"), new RouteChanges(), false, 0);
		for (int at = 0; at < Sources.KEPT; at++) {
			writes.apply(RouteSource.named("client" + at), new RouteChanges());
		}
		assertEquals(Optional.empty(), tables.find("first"));
		assertEquals(List.of(), export.next().orElseThrow(), "there is no IPv6 route");
		SourceRoutes last = export.next().orElseThrow().getFirst();
		assertEquals("first", last.source().name());
		assertTrue(last.routes().isWithdraw(0));
	}
}
