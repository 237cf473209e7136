package io.signalbox.fib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.CacheCheck;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.FibCheck;
import io.signalbox.dataplane.NexthopSpec;
import io.signalbox.dataplane.NexthopType;
import io.signalbox.fib.AuditReport.Difference;
import io.signalbox.rib.RibBox;
import io.signalbox.route.RouteSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Audits of a fake data plane that was damaged behind the RIB's back. */
class FibAuditTest {
	private static final RouteSource BGP = new RouteSource("bgp", 20);

	private final RibBox box = new RibBox();
	private final FibAudit audit = new FibAudit(box.dataplane, box.rib, box.programmer, 0);

	@BeforeEach
	void announce() {
		box.announce(BGP, "10.0.0.0/8", "192.0.2.7", "10.1.0.0/16", "192.0.2.8", "2001:db8:7::/48", "2001:db8:1::7",
				"198.18.0.0/15", "198.51.100.9");
	}

	@AfterEach
	void close() {
		audit.stop();
		box.close();
	}

	private Map<AuditKind, Difference> differences() {
		AuditReport report = audit.run().join();
		assertEquals(Optional.empty(), report.failure());
		return report.differences();
	}

	private void assertCleanNow() {
		AuditReport report = audit.run().join();
		assertTrue(report.clean(), report::toString);
	}

	private int nexthopOf(String prefix) {
		return box.dataplane.routes().get(prefix);
	}

	@Test
	void aBoxThatIsRightIsClean() {
		AuditReport report = audit.run().join();
		assertTrue(report.clean(), report::toString);
		assertEquals(box.dataplane.routes().size(), report.routes());
		assertTrue(report.samples() >= 900);
		int batches = box.dataplane.routeBatches();
		assertCleanNow();
		assertEquals(batches, box.dataplane.routeBatches());
	}

	@Test
	void aWrongAMissingAndAnExtraRouteAreHealedByOneBatchASlice() {
		Map<String, Integer> right = box.dataplane.routes();
		box.dataplane.damageRoute("10.0.0.0/8", nexthopOf("198.18.0.0/15"));
		box.dataplane.damageRoute("10.1.0.0/16", 0);
		box.dataplane.damageRoute("10.0.3.0/24", nexthopOf("198.18.0.0/15"));
		box.dataplane.damageRoute("2001:db8:7::/48", 0);
		int batches = box.dataplane.routeBatches();
		assertEquals(Map.of(
				AuditKind.WRONG_ROUTE, new Difference(1, 1),
				AuditKind.MISSING_ROUTE, new Difference(2, 2),
				AuditKind.EXTRA_ROUTE, new Difference(1, 1)), differences());
		assertEquals(right, box.dataplane.routes());
		assertEquals(batches + 2, box.dataplane.routeBatches());
		assertCleanNow();
	}

	@Test
	void aHealThatIsRefusedIsReportedAndTriedAgain() {
		box.dataplane.damageRoute("10.1.0.0/16", 0);
		box.dataplane.refuseNext(Reason.NO_CAPACITY);
		AuditReport report = audit.run().join();
		assertEquals(new Difference(1, 0), report.differences().get(AuditKind.MISSING_ROUTE));
		assertTrue(report.examples().stream().anyMatch(text -> text.contains("refused on purpose")), report::toString);
		assertEquals(Map.of(AuditKind.MISSING_ROUTE, new Difference(1, 1)), differences());
		assertCleanNow();
	}

	@Test
	void nexthopsThatDifferOrAreMissingAreSetAgain() {
		Map<Integer, NexthopSpec> right = box.dataplane.nexthops();
		int changed = nexthopOf("10.0.0.0/8");
		box.dataplane.damageNexthop(new NexthopSpec(changed, NexthopType.BLACKHOLE, 0, Optional.empty()));
		box.dataplane.damageNexthop(NexthopSpec.delete(nexthopOf("198.18.0.0/15")));
		assertEquals(Map.of(AuditKind.NEXTHOP, new Difference(2, 2)), differences());
		assertEquals(right, box.dataplane.nexthops());
		assertCleanNow();
	}

	@Test
	void aNexthopThatIsRefusedIsReported() {
		box.dataplane.damageNexthop(NexthopSpec.delete(nexthopOf("198.18.0.0/15")));
		box.dataplane.refuseNext(Reason.NO_CAPACITY);
		assertEquals(new Difference(1, 0), differences().get(AuditKind.NEXTHOP));
		assertEquals(Map.of(AuditKind.NEXTHOP, new Difference(1, 1)), differences());
	}

	@Test
	void whatTheDataPlaneFindsItselfIsReported() {
		box.dataplane.fakeAudit().findOnce(new FibCheck(1, 1, 1, 7_000_000, 5, 1, 2, 4, 1));
		box.dataplane.fakeAudit().findOnce(new CacheCheck(100, 3));
		box.dataplane.fakeAudit().dropOnce(6);
		AuditReport report = audit.run().join();
		assertEquals(Map.of(
				AuditKind.SLOT, new Difference(5, 4),
				AuditKind.LEAKED_GROUP, new Difference(2, 2),
				AuditKind.CACHE_ENTRY, new Difference(3, 3),
				AuditKind.RECORD, new Difference(6, 6)), report.differences());
		assertEquals(7, report.longestHoldMillis());
		assertEquals(100, report.cacheEntries());
		assertCleanNow();
		assertEquals(2, audit.totals().runs());
		assertEquals(new Difference(5, 4), audit.totals().differences().get(AuditKind.SLOT));
	}

	/** A slice that changes each time it is read is compared between two commits. */
	@Test
	void routesThatChangeMeanwhileAreNoAlarm() {
		AtomicBoolean first = new AtomicBoolean();
		box.dataplane.fakeAudit().onDigest(() -> {
			boolean one = first.getAndSet(!first.get());
			var _ = CompletableFuture.runAsync(() -> box.announce(BGP, "10.0.0.0/8", one ? "192.0.2.8" : "192.0.2.9"));
		});
		assertCleanNow();
		box.dataplane.damageRoute("10.1.0.0/16", 0);
		assertEquals(Map.of(AuditKind.MISSING_ROUTE, new Difference(1, 1)), differences());
	}

	@Test
	void aDataPlaneThatDoesNotRunIsAFailureAndNoDifference() {
		box.dataplane.stop();
		AuditReport report = audit.run().join();
		assertEquals(Map.of(), report.differences().entrySet().stream()
				.filter(found -> found.getKey() != AuditKind.NEXTHOP)
				.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
		assertFalse(report.failure().isEmpty());
		assertEquals(1, audit.totals().failures());
	}

	@Test
	void whoAsksMeanwhileGetsTheRunningOne() throws InterruptedException {
		CountDownLatch go = new CountDownLatch(1);
		CountDownLatch there = new CountDownLatch(1);
		box.dataplane.fakeAudit().onDigest(() -> {
			there.countDown();
			awaitQuietly(go);
		});
		CompletableFuture<AuditReport> one = audit.run();
		there.await();
		CompletableFuture<AuditReport> other = audit.run();
		go.countDown();
		assertSame(one.join(), other.join());
		assertEquals(1, audit.reports().size());
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		} catch (InterruptedException interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void theLastTenAreKeptTheNewestFirst() {
		AuditReport last = null;
		for (int at = 0; at < 12; at++) {
			last = audit.run().join();
		}
		assertEquals(10, audit.reports().size());
		assertSame(last, audit.reports().getFirst());
		assertEquals(12, audit.totals().runs());
	}
}
