package io.signalbox.vdev;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.Query;
import io.signalbox.fib.AuditKind;
import io.signalbox.fib.AuditReport;
import io.signalbox.fib.AuditReport.Difference;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory of a running FIB is damaged, packets go wrong, and an audit puts both right. */
@Vdev
class AuditTest {
	private static TwoWires wires;

	@BeforeAll
	static void start() {
		wires = new TwoWires();
	}

	@AfterAll
	static void stop() {
		wires.close();
	}

	@AfterEach
	void removeRoutes() {
		List.of("203.0.113.0/24", "203.0.114.0/24", "2001:4000::/24", "2001:4100::/24")
				.forEach(wires.box::deleteRoute);
	}

	private static int nexthop(String destination) {
		return wires.box.dataplane.lookup(new Query(0, 0, Optional.empty(), IpAddress.parse(destination))).nexthop();
	}

	private static Map<AuditKind, Difference> differences() {
		AuditReport report = wires.box.audit.run().join();
		assertEquals(Optional.empty(), report.failure());
		return report.differences();
	}

	private static void assertCleanNow() {
		AuditReport report = wires.box.audit.run().join();
		assertTrue(report.clean(), report::toString);
		assertTrue(report.samples() > 900 && report.slots() > 0, report::toString);
	}

	@ParameterizedTest
	@CsvSource({
		"203.0.113.0/24, 203.0.113.9, 192.0.2.2, 203.0.114.0/24, 203.0.114.9, 192.0.2.3",
		"2001:4000::/24, 2001:4000::9, 2001:db8:2::2, 2001:4100::/24, 2001:4100::9, 2001:db8:2::3"
	})
	void aSlotThatWasOverwrittenSendsPacketsAstrayUntilTheAudit(
			String prefix, String destination, String via, String otherPrefix, String otherDestination, String otherVia) {
		wires.box.putRoute(prefix, via);
		wires.box.putRoute(otherPrefix, otherVia);
		wires.assertForwarded(destination, TwoWires.RIGHT_2);
		assertCleanNow();
		long before = wires.box.audit.totals().runs();
		Damage.root(prefix, nexthop(destination) ^ nexthop(otherDestination));
		wires.assertForwarded(destination, TwoWires.RIGHT_3);
		assertEquals(Map.of(AuditKind.SLOT, new Difference(1, 1)), differences());
		wires.assertForwarded(destination, TwoWires.RIGHT_2);
		assertEquals(before + 1, wires.box.audit.totals().runs());
		assertCleanNow();
	}

	@ParameterizedTest
	@CsvSource({
		"203.0.113.0/24, 203.0.113.9, 192.0.2.2, 203.0.114.0/24, 203.0.114.9, 192.0.2.3",
		"2001:4000::/24, 2001:4000::9, 2001:db8:2::2, 2001:4100::/24, 2001:4100::9, 2001:db8:2::3"
	})
	void aRecordThatWasOverwrittenIsPutRightByTheRib(
			String prefix, String destination, String via, String otherPrefix, String otherDestination, String otherVia) {
		wires.box.putRoute(prefix, via);
		wires.box.putRoute(otherPrefix, otherVia);
		Damage.record(prefix, nexthop(destination) ^ nexthop(otherDestination));
		assertEquals(Map.of(AuditKind.WRONG_ROUTE, new Difference(1, 1)), differences());
		wires.assertForwarded(destination, TwoWires.RIGHT_2);
		assertCleanNow();
	}

	/** What is at its place may be told by its address alone, or not be told at all. */
	@Test
	void aRecordThatIsGoneIsPutBack() {
		wires.box.putRoute("203.0.113.0/24", "192.0.2.2");
		Damage.record("203.0.113.0/24", 24 << 24 | nexthop("203.0.113.9"));
		assertEquals(new Difference(1, 1), differences().get(AuditKind.MISSING_ROUTE));
		wires.assertForwarded("203.0.113.9", TwoWires.RIGHT_2);
		assertCleanNow();
	}

	@Test
	void tenThousandChangesASecondAreNoAlarm() {
		AtomicBoolean stop = new AtomicBoolean();
		CompletableFuture<Long> changes = CompletableFuture.supplyAsync(() -> change(stop));
		for (int at = 0; at < 10; at++) {
			AuditReport report = wires.box.audit.run().join();
			assertTrue(report.clean(), report::toString);
		}
		stop.set(true);
		assertTrue(changes.join() > 1_000);
		assertCleanNow();
	}

	/** Batches of 100, a hundred a second where the machine lets it; it ends with none of its routes left. */
	private static long change(AtomicBoolean stop) {
		SplittableRandom random = new SplittableRandom(1);
		long changed = 0;
		long begin = System.nanoTime();
		RouteSource source = new RouteSource("churn", 150);
		while (!stop.get()) {
			RouteChanges changes = new RouteChanges();
			for (int at = 0; at < 100; at++) {
				int length = random.nextInt(16, 33);
				Ipv4Prefix prefix = new Ipv4Prefix(
						(10 << 24 | random.nextInt(16) << 16 | random.nextInt(4) << 8 | random.nextInt(4))
								& Ipv4Prefix.mask(length), length);
				if (random.nextInt(3) == 0) {
					changes.withdraw(prefix);
				} else {
					changes.announce(prefix, new Nexthop.Via(
							IpAddress.parse(random.nextBoolean() ? "192.0.2.2" : "192.0.2.3")), 0, 150);
				}
			}
			wires.box.rib.apply(source, changes).join();
			changed += 100;
			long ahead = begin + changed * 100_000 - System.nanoTime();
			LockSupport.parkNanos(Math.max(0, ahead));
		}
		wires.box.rib.removeSource("churn", before -> {}).join();
		return changed;
	}
}
