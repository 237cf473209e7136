package io.signalbox.feed.netlink;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.net.IpAddress;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Nexthop.Connected;
import io.signalbox.route.Nexthop.Member;
import io.signalbox.route.Nexthop.Multipath;
import io.signalbox.route.Nexthop.Via;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KernelNexthopsTest {
	private static final int ETH1 = 2;
	private static final int DOCKER = 3;
	private static final IpAddress A = IpAddress.parse("192.0.2.1");
	private static final IpAddress B = IpAddress.parse("192.0.2.2");
	private static final IpAddress LINK_LOCAL = IpAddress.parse("fe80::1");

	private final KernelLinks links = new KernelLinks(name -> Optional.ofNullable(Map.of("eth1", "wan0").get(name)));
	private final KernelNexthops nexthops = new KernelNexthops(links);

	@BeforeEach
	void twoLinks() {
		links.take(link(ETH1, "eth1"));
		links.take(link(DOCKER, "docker0"));
	}

	@Test
	void aWayByAnInterfaceOfTheBoxNamesIt() {
		assertEquals(Optional.of(new Via(A, "wan0")), unicast(hop(ETH1, A)));
		assertEquals(Optional.of(new Via(LINK_LOCAL, "wan0")), unicast(hop(ETH1, LINK_LOCAL)));
		assertEquals(Optional.of(new Connected("wan0")), unicast(hop(ETH1, null)));
		assertEquals(Optional.of(new Via(A, Optional.of("wan0"), Optional.empty(), true)),
				unicast(new RouteHop(ETH1, Optional.of(A), 1, RouteHop.ONLINK, false)));
	}

	@Test
	void aWayByAnotherInterfaceIsItsAddressAlone() {
		assertEquals(Optional.of(new Via(A)), unicast(hop(DOCKER, A)));
		assertEquals(Optional.of(new Via(A)), unicast(hop(77, A)));
		assertEquals(Optional.empty(), unicast(hop(DOCKER, null)));
		assertEquals(Optional.empty(), unicast(hop(DOCKER, LINK_LOCAL)));
	}

	@Test
	void deadAndEncapsulatedWaysAreLeftOut() {
		assertEquals(Optional.of(new Via(B)),
				unicast(new RouteHop(0, Optional.of(A), 1, RouteHop.DEAD, false), hop(0, B)));
		assertEquals(Optional.empty(), unicast(new RouteHop(ETH1, Optional.of(A), 1, 0, true)));
	}

	@Test
	void waysThatAreTheSameForTheBoxCountTogether() {
		assertEquals(Optional.of(new Multipath(List.of(new Member(new Via(A), 5), new Member(new Via(B), 255)))),
				unicast(weighted(DOCKER, A, 2), weighted(77, A, 3), weighted(0, B, 256)));
		assertEquals(Optional.of(new Via(A)), unicast(hop(DOCKER, A), hop(77, A)));
	}

	@Test
	void atMost128WaysAreTaken() {
		Nexthop nexthop = unicast(IntStream.range(0, 200)
				.mapToObj(number -> hop(0, IpAddress.parse("10.0.0." + number))).toArray(RouteHop[]::new)).orElseThrow();
		assertEquals(128, ((Multipath) nexthop).members().size());
	}

	@Test
	void routesThatDropHaveNoWays() {
		assertEquals(Optional.of(new Nexthop.Blackhole()), nexthops.nexthop(RouteType.BLACKHOLE, 0, List.of()));
		assertEquals(Optional.of(new Nexthop.Unreachable()), nexthops.nexthop(RouteType.UNREACHABLE, 0, List.of()));
		assertEquals(Optional.of(new Nexthop.Prohibit()), nexthops.nexthop(RouteType.PROHIBIT, 0, List.of()));
		assertEquals(Optional.empty(), nexthops.nexthop(RouteType.LOCAL, 0, List.of(hop(ETH1, null))));
		assertEquals(Optional.empty(), nexthops.nexthop(RouteType.UNICAST, 0, List.of()));
	}

	@Test
	void nexthopObjectsAndGroupsStandForTheirWays() {
		nexthops.take(object(1, A));
		nexthops.take(object(2, B));
		nexthops.take(group(10, 1, 2));
		assertEquals(Optional.of(new Via(A, "wan0")), byObject(1));
		assertEquals(Optional.of(new Multipath(
				List.of(new Member(new Via(A, "wan0"), 1), new Member(new Via(B, "wan0"), 1)))), byObject(10));
		nexthops.take(new NexthopMessage(false, 0, 2, 0, 0, false, 0, Optional.empty(), false, List.of()));
		assertEquals(Optional.of(new Via(A, "wan0")), byObject(10));
		assertEquals(Optional.empty(), byObject(2));
		nexthops.clear();
		assertEquals(Optional.empty(), byObject(1));
	}

	@Test
	void aBlackholeObjectDropsAlsoInAGroup() {
		nexthops.take(new NexthopMessage(true, 0, 3, 0, 0, true, 0, Optional.empty(), false, List.of()));
		nexthops.take(group(11, 3));
		assertEquals(Optional.of(new Nexthop.Blackhole()), byObject(3));
		assertEquals(Optional.of(new Nexthop.Blackhole()), byObject(11));
	}

	private Optional<Nexthop> unicast(RouteHop... hops) {
		return nexthops.nexthop(RouteType.UNICAST, 0, Arrays.asList(hops));
	}

	private Optional<Nexthop> byObject(int id) {
		return nexthops.nexthop(RouteType.UNICAST, id, List.of());
	}

	private static RouteHop hop(int index, IpAddress address) {
		return weighted(index, address, 1);
	}

	private static RouteHop weighted(int index, IpAddress address, int weight) {
		return new RouteHop(index, Optional.ofNullable(address), weight, 0, false);
	}

	private static LinkMessage link(int index, String name) {
		return new LinkMessage(true, index, name, 1, Optional.empty(), 1500, 0, 0, "", 0);
	}

	private static NexthopMessage object(int id, IpAddress address) {
		return new NexthopMessage(true, 0, id, 0, 0, false, ETH1, Optional.of(address), false, List.of());
	}

	private static NexthopMessage group(int id, int... members) {
		return new NexthopMessage(true, 0, id, 0, 0, false, 0, Optional.empty(), false,
				IntStream.of(members).mapToObj(member -> new NexthopMessage.Member(member, 1)).toList());
	}
}
