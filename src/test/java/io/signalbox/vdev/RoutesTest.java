package io.signalbox.vdev;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.FibState;
import io.signalbox.dataplane.NexthopSpec;
import io.signalbox.dataplane.NexthopState;
import io.signalbox.dataplane.NexthopType;
import io.signalbox.dataplane.RouteBatch;
import io.signalbox.dataplane.RoutesResult;
import io.signalbox.net.Family;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches of nexthops and routes over the boundary. */
@Vdev
class RoutesTest {
	private static final int DISCARD = 7;

	private final Box box = Box.start();

	@BeforeEach
	void addNexthop() {
		box.dataplane.applyNexthops(List.of(new NexthopSpec(DISCARD, NexthopType.BLACKHOLE, 0, Optional.empty())));
	}

	@AfterEach
	void stop() {
		box.close();
	}

	@Test
	void aBatchOfBothFamiliesIsOneGeneration() {
		long before = box.dataplane.describeFib(0, Family.IPV4).generation();
		RoutesResult result = box.dataplane.applyRoutes(0, batch(8_000));
		assertEquals(16_000, result.added());
		assertEquals(before + 1, result.generation());
		FibState ipv4 = box.dataplane.describeFib(0, Family.IPV4);
		FibState ipv6 = box.dataplane.describeFib(0, Family.IPV6);
		assertEquals(8_000, ipv4.routes());
		assertEquals(8_000, ipv4.byLength().get(24));
		assertEquals(33, ipv4.byLength().size());
		assertEquals(8_000, ipv6.byLength().get(48));
		assertEquals(129, ipv6.byLength().size());
	}

	@Test
	void theSameBatchTwiceChangesNothing() {
		box.dataplane.applyRoutes(0, batch(10));
		assertEquals(20, box.dataplane.applyRoutes(0, batch(10)).unchanged());
	}

	@Test
	void aBatchThatDoesNotFitIsRefusedWholeAndNamesTheRoute() {
		DataplaneException refused =
				assertThrows(DataplaneException.class, () -> box.dataplane.applyRoutes(0, batch(10_001)));
		assertEquals(Reason.NO_CAPACITY, refused.reason());
		assertEquals(0, box.dataplane.describeFib(0, Family.IPV4).routes());
		assertEquals(0, box.dataplane.describeFib(0, Family.IPV6).routes());
	}

	@Test
	void aBadRouteIsNamedByItsIndex() {
		RouteBatch batch = batch(2);
		batch.putIpv4(0x0a000001, 8, DISCARD);
		DataplaneException refused = assertThrows(DataplaneException.class, () -> box.dataplane.applyRoutes(0, batch));
		assertEquals(Reason.INVALID, refused.reason());
		assertTrue(refused.getMessage().contains("index 4, put to nexthop 7 10.0.0.1/8"), refused::getMessage);
		assertEquals(0, box.dataplane.describeFib(0, Family.IPV4).routes());
	}

	@Test
	void aBadNexthopIsNamedByItsIndexAndNoneIsSet() {
		DataplaneException refused = assertThrows(DataplaneException.class, () -> box.dataplane.applyNexthops(List.of(
				new NexthopSpec(8, NexthopType.PROHIBIT, 0, Optional.empty()),
				new NexthopSpec(0, NexthopType.PROHIBIT, 0, Optional.empty()))));
		assertEquals(Reason.INVALID, refused.reason());
		assertTrue(refused.getMessage().contains("index 1"), refused::getMessage);
		assertEquals(Reason.NOT_FOUND, assertThrows(DataplaneException.class,
				() -> box.dataplane.describeNexthops(new int[] {8})).reason());
	}

	@Test
	void nexthopsAreDescribed() {
		NexthopState state = box.dataplane.describeNexthops(new int[] {DISCARD}).getFirst();
		assertEquals(NexthopType.BLACKHOLE, state.type());
		assertEquals(Optional.empty(), state.address());
	}

	private static RouteBatch batch(int routes) {
		RouteBatch batch = new RouteBatch();
		for (int at = 0; at < routes; at++) {
			batch.putIpv4(0x0a000000 | at << 8, 24, DISCARD);
			batch.putIpv6(0x2001_0db8_0000_0000L | (long) at << 16, 0, 48, DISCARD);
		}
		return batch;
	}
}
