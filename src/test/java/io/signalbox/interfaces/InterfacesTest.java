package io.signalbox.interfaces;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InterfacesTest {
	private final FakeDataplane dataplane = FakeDataplane.running();
	private final InterfaceTable table = new InterfaceTable();
	private final Rib rib = new Rib(new FibProgrammer(dataplane, table), new RibLimits(100));
	private final Interfaces interfaces = new Interfaces(dataplane, rib, table);

	@AfterEach
	void close() {
		rib.close();
	}

	@Test
	void anAddedInterfaceForwards() {
		Interface wan = interfaces.add(wan("192.0.2.1/24", "2001:db8:1::1/64"));
		assertEquals(Set.of("192.0.2.0/24", "192.0.2.1/32", "2001:db8:1::/64", "2001:db8:1::1/128"),
				dataplane.routes().keySet());
		assertEquals(wan.config().addresses(), dataplane.addresses(wan.id()));
		assertEquals(Map.of(wan.id(), "wan0"), interfaces.names());
		assertEquals(List.of(wan), interfaces.list());
		assertEquals(Optional.of(wan), interfaces.find("wan0"));
	}

	@Test
	void aFailedAddLeavesNothing() {
		dataplane.refuseNext(Reason.NO_CAPACITY);
		assertRefused(Reason.NO_CAPACITY, () -> interfaces.add(wan("192.0.2.1/24")));
		assertNothingIsThere();
		assertEquals("wan0", interfaces.add(wan("192.0.2.1/24")).name());
	}

	@Test
	void aDeviceThatDoesNotExistIsReported() {
		assertRefused(Reason.NO_DEVICE, () -> interfaces.add(new InterfaceConfig("wan0", "net_null99", List.of())));
		assertNothingIsThere();
	}

	private void assertNothingIsThere() {
		assertEquals(List.of(), interfaces.list());
		assertEquals(Map.of(), interfaces.names());
		assertEquals(Map.of(), dataplane.routes());
		assertRefused(Reason.NOT_FOUND, () -> dataplane.describeInterface(1));
	}

	@Test
	void namesAndDevicesAreUnique() {
		interfaces.add(wan());
		assertRefused(Reason.CONFLICT, () -> interfaces.add(new InterfaceConfig("wan0", "net_null1", List.of())));
		assertRefused(Reason.CONFLICT, () -> interfaces.add(new InterfaceConfig("lan0", "net_null0", List.of())));
	}

	@Test
	void prefixesOfTwoInterfacesMayNotOverlap() {
		interfaces.add(wan("192.0.2.1/24"));
		assertRefused(Reason.CONFLICT, () -> interfaces.add(lan("192.0.2.129/25")));
		assertRefused(Reason.CONFLICT, () -> interfaces.add(lan("192.0.0.1/16")));
		assertRefused(Reason.CONFLICT, () -> interfaces.add(lan("192.0.2.1/32")));
		interfaces.add(lan("192.0.3.1/24"));
	}

	@Test
	void aChangeIsMadeWhole() {
		interfaces.add(wan("192.0.2.1/24"));
		Interface now = interfaces.change("wan0", addressAndMtu(), InterfacesTest::any);
		assertEquals(1400, now.state().mtu());
		assertEquals(addresses("198.51.100.1/24"), dataplane.addresses(now.id()));
		assertEquals(Set.of("198.51.100.0/24", "198.51.100.1/32"), dataplane.routes().keySet());
	}

	@Test
	void aChangeThatFailsInTheRibIsTakenBackWhole() {
		Interface before = interfaces.add(wan("192.0.2.1/24"));
		dataplane.refuseNext(Reason.NO_CAPACITY);
		assertRefused(Reason.NO_CAPACITY, () -> interfaces.change("wan0", addressAndMtu(), InterfacesTest::any));
		assertEquals(Optional.of(before), interfaces.find("wan0"));
		assertEquals(before.config().addresses(), dataplane.addresses(before.id()));
		assertEquals(Set.of("192.0.2.0/24", "192.0.2.1/32"), dataplane.routes().keySet());
	}

	@Test
	void anOwnRpFilterIsChangedWithTheRestOrNotAtAll() {
		Interface before = interfaces.add(wan("192.0.2.1/24"));
		InterfaceChange strict = new InterfaceChange(Optional.of(addresses("198.51.100.1/24")), Optional.empty(),
				Optional.empty(), Optional.of(Optional.of(RpFilter.STRICT)));
		dataplane.refuseNext(Reason.NO_CAPACITY);
		assertRefused(Reason.NO_CAPACITY, () -> interfaces.change("wan0", strict, InterfacesTest::any));
		assertEquals(Optional.of(before), interfaces.find("wan0"));
		assertEquals(RpFilter.STRICT, interfaces.change("wan0", strict, InterfacesTest::any).state().rpFilter());
	}

	@Test
	@DisplayName("P5 the default reaches the interfaces without an own mode, those that are there and those to come")
	void theDefaultIsForThoseWithoutAnOwnMode() {
		int wan = interfaces.add(wan("192.0.2.1/24")).id();
		interfaces.changeRpFilter(
				new RpFilterChange(Optional.empty(), Optional.empty(), Map.of("wan0", Optional.of(RpFilter.STRICT))), _ -> {});
		interfaces.changeRpFilter(byDefault(RpFilter.LOOSE), _ -> {});
		int lan = interfaces.add(lan("198.51.100.1/24")).id();
		assertEquals(RpFilter.STRICT, dataplane.describeInterface(wan).rpFilter());
		assertEquals(RpFilter.LOOSE, dataplane.describeInterface(lan).rpFilter());
		interfaces.changeRpFilter(byDefault(RpFilter.OFF), _ -> {});
		assertEquals(RpFilter.STRICT, dataplane.describeInterface(wan).rpFilter());
		assertEquals(RpFilter.OFF, dataplane.describeInterface(lan).rpFilter());
		dataplane.setLink(wan, false);
		interfaces.followLinks();
		assertEquals(Map.of("wan0", RpFilter.STRICT), interfaces.rpFilter().interfaces());
	}

	private static RpFilterChange byDefault(RpFilter mode) {
		return new RpFilterChange(Optional.of(mode), Optional.empty(), Map.of());
	}

	@Test
	void aWriteWhosePreconditionFailsChangesNothing() {
		Interface before = interfaces.add(wan("192.0.2.1/24"));
		InterfaceChange mtu = new InterfaceChange(Optional.empty(), Optional.of(1400), Optional.empty(), Optional.empty());
		assertThrows(IllegalStateException.class, () -> interfaces.change("wan0", mtu, InterfacesTest::never));
		assertThrows(IllegalStateException.class, () -> interfaces.remove("wan0", InterfacesTest::never));
		assertThrows(IllegalStateException.class, () -> interfaces.addAddress("wan0", own("192.0.2.2/24"), InterfacesTest::never));
		assertThrows(IllegalStateException.class, () -> interfaces.removeAddress("wan0", own("192.0.2.1/24"), InterfacesTest::never));
		assertThrows(IllegalStateException.class,
				() -> interfaces.changeRpFilter(byDefault(RpFilter.STRICT), _ -> {
					throw new IllegalStateException("changed meanwhile");
				}));
		assertEquals(Optional.of(before), interfaces.find("wan0"));
	}

	@Test
	void addressesComeAndGoOneByOne() {
		interfaces.add(wan("192.0.2.1/24"));
		interfaces.addAddress("wan0", own("192.0.2.2/24"), InterfacesTest::any);
		Interface twice = interfaces.addAddress("wan0", own("192.0.2.2/24"), InterfacesTest::any);
		assertEquals(addresses("192.0.2.1/24", "192.0.2.2/24"), twice.config().addresses());
		interfaces.removeAddress("wan0", own("192.0.2.1/24"), InterfacesTest::any);
		assertEquals(Set.of("192.0.2.0/24", "192.0.2.2/32"), dataplane.routes().keySet());
		assertRefused(Reason.NOT_FOUND, () -> interfaces.removeAddress("wan0", own("192.0.2.1/24"), InterfacesTest::any));
		assertRefused(Reason.CONFLICT, () -> interfaces.addAddress("wan0", own("192.0.2.2/25"), InterfacesTest::any));
	}

	@Test
	void anInterfaceShutDownHasNoConnectedRoutes() {
		interfaces.add(wan("192.0.2.1/24"));
		interfaces.change("wan0", adminUp(false), InterfacesTest::any);
		assertFalse(dataplane.routes().containsKey("192.0.2.0/24"));
		interfaces.change("wan0", adminUp(true), InterfacesTest::any);
		assertTrue(dataplane.routes().containsKey("192.0.2.0/24"));
	}

	@Test
	@DisplayName("R2 a link goes down and comes back: routes over it go and return without help")
	void routesFollowTheLink() {
		Interface wan = interfaces.add(wan("192.0.2.1/24"));
		RouteChanges changes = new RouteChanges();
		changes.announce(Prefix.parse("203.0.113.0/24"), new Nexthop.Via(IpAddress.parse("192.0.2.254")));
		rib.apply(RouteSource.STATIC, changes).join();
		assertTrue(dataplane.routes().containsKey("203.0.113.0/24"));
		dataplane.setLink(wan.id(), false);
		interfaces.followLinks();
		assertFalse(dataplane.routes().containsKey("203.0.113.0/24"));
		dataplane.setLink(wan.id(), true);
		interfaces.followLinks();
		assertTrue(dataplane.routes().containsKey("203.0.113.0/24"));
	}

	@Test
	void aRemovedInterfaceIsGoneAndItsNameFree() {
		interfaces.add(wan("192.0.2.1/24"));
		interfaces.remove("wan0", InterfacesTest::any);
		assertNothingIsThere();
		assertRefused(Reason.NOT_FOUND, () -> interfaces.remove("wan0", InterfacesTest::any));
		interfaces.add(wan("192.0.2.1/24"));
		assertTrue(dataplane.routes().containsKey("192.0.2.0/24"));
	}

	private static void any(Interface before) {}

	private static void never(Interface before) {
		throw new IllegalStateException(before.name() + " changed meanwhile");
	}

	private static InterfaceChange addressAndMtu() {
		return new InterfaceChange(
				Optional.of(addresses("198.51.100.1/24")), Optional.of(1400), Optional.empty(), Optional.empty());
	}

	private static InterfaceChange adminUp(boolean up) {
		return new InterfaceChange(Optional.empty(), Optional.empty(), Optional.of(up), Optional.empty());
	}

	private static InterfaceConfig wan(String... addresses) {
		return new InterfaceConfig("wan0", "net_null0", addresses(addresses));
	}

	private static InterfaceConfig lan(String... addresses) {
		return new InterfaceConfig("lan0", "net_null1", addresses(addresses));
	}

	private static List<InterfaceAddress> addresses(String... texts) {
		return Arrays.stream(texts).map(InterfacesTest::own).toList();
	}

	private static InterfaceAddress own(String text) {
		String[] parts = text.split("/", 2);
		return new InterfaceAddress(IpAddress.parse(parts[0]), Integer.parseInt(parts[1]));
	}

	private static void assertRefused(Reason reason, Runnable write) {
		assertEquals(reason, assertThrows(DataplaneException.class, write::run).reason());
	}
}
