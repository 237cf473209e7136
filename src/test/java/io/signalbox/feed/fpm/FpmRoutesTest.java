package io.signalbox.feed.fpm;

import static io.signalbox.feed.fpm.FpmSender.group;
import static io.signalbox.feed.fpm.FpmSender.message;
import static io.signalbox.feed.fpm.FpmSender.nexthop;
import static io.signalbox.feed.fpm.FpmSender.route;
import static io.signalbox.feed.fpm.FpmSender.routeBy;
import static io.signalbox.feed.fpm.FpmSender.withdrawal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.signalbox.feed.netlink.NexthopMessage;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.feed.netlink.RouteType;
import io.signalbox.route.Nexthop;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Routes as zebra says them, and what they are for the box. */
class FpmRoutesTest {
	private final FpmBox fpm = new FpmBox();

	@AfterEach
	void close() {
		fpm.close();
	}

	@Test
	void aRouteComesIsReplacedAndGoes() {
		try (FpmSender sender = fpm.connect()) {
			sender.frame(route("11.0.0.0/8", "192.0.2.9")).flush();
			fpm.awaitRoute("11.0.0.0/8", "192.0.2.9");
			assertEquals(fpm.box.forwarded("11.0.0.0/8"), fpm.said("11.0.0.0/8"));
			// Without use-route-replace: both in one frame, and no moment without a route.
			sender.frame(withdrawal("11.0.0.0/8"), route("11.0.0.0/8", "192.0.2.8")).flush();
			fpm.awaitRoute("11.0.0.0/8", "192.0.2.8");
			sender.frame(withdrawal("11.0.0.0/8")).flush();
			fpm.awaitRoute("11.0.0.0/8");
			assertEquals(2, fpm.status().announced());
			assertEquals(2, fpm.status().withdrawn());
		}
	}

	@Test
	@DisplayName("R7 FPM: add and delete of 0.0.0.0/0 and of a kernel-type route")
	void defaultAndKernelRoutes() {
		RouteMessage kernel = message(true, "11.0.0.0/8", RouteType.UNICAST, 254, 0, route("::/0", "192.0.2.9").hops());
		try (FpmSender sender = fpm.connect()) {
			for (String prefix : List.of("0.0.0.0/0", "::/0")) {
				sender.frame(route(prefix, prefix.equals("::/0") ? "2001:db8:1::9" : "192.0.2.9"));
			}
			RouteMessage asKernel = new RouteMessage(true, kernel.flags(), false, kernel.high(), 0, 8, 0, 0, 254,
					RouteMessage.RTPROT_KERNEL, 0, RouteType.UNICAST, 0, 0, 0, kernel.hops());
			sender.frame(asKernel).flush();
			fpm.awaitRoute("0.0.0.0/0", "192.0.2.9");
			fpm.awaitRoute("::/0", "2001:db8:1::9");
			fpm.awaitRoute("11.0.0.0/8", "192.0.2.9");
			sender.frame(withdrawal("0.0.0.0/0")).frame(withdrawal("::/0")).frame(withdrawal("11.0.0.0/8")).flush();
			fpm.awaitRoute("0.0.0.0/0");
			fpm.awaitRoute("::/0");
			fpm.awaitRoute("11.0.0.0/8");
		}
	}

	@Test
	void nexthopObjectsAndGroupsAreResolvedAndFollowed() {
		try (FpmSender sender = fpm.connect()) {
			sender.frame(nexthop(1, "192.0.2.9")).frame(nexthop(2, "198.51.100.9")).frame(group(3, 1, 2))
					.frame(routeBy("11.0.0.0/8", 1)).frame(routeBy("12.0.0.0/8", 3)).flush();
			fpm.awaitRoute("11.0.0.0/8", "192.0.2.9");
			fpm.awaitRoute("12.0.0.0/8", "192.0.2.9", "198.51.100.9");
			sender.frame(nexthop(1, "192.0.2.8")).flush();
			fpm.awaitRoute("11.0.0.0/8", "192.0.2.8");
			fpm.awaitRoute("12.0.0.0/8", "192.0.2.8", "198.51.100.9");
			sender.frame(group(3, 2)).flush();
			fpm.awaitRoute("12.0.0.0/8", "198.51.100.9");
			sender.frame(routeBy("13.0.0.0/8", 9)).flush();
			fpm.awaitErrors("unknown-nexthop", 1);
			sender.frame(nexthop(9, "192.0.2.7")).flush();
			fpm.awaitRoute("13.0.0.0/8", "192.0.2.7");
			sender.frame(blackhole(9)).flush();
			fpm.awaitNexthop("13.0.0.0/8", Optional.of(new Nexthop.Blackhole()));
		}
	}

	private static NexthopMessage blackhole(int id) {
		return new NexthopMessage(true, 0, id, 11, 0, true, 0, Optional.empty(), false, List.of());
	}

	@Test
	void anIpv4RouteByAnIpv6NexthopObject() {
		try (FpmSender sender = fpm.connect()) {
			sender.frame(nexthop(1, "2001:db8:1::9")).frame(routeBy("11.0.0.0/8", 1)).flush();
			fpm.awaitRoute("11.0.0.0/8", "2001:db8:1::9");
		}
	}

	@Test
	void tablesAreVrfsAndUnknownOnesAreSkipped() {
		try (FpmSender sender = fpm.connect()) {
			sender.frame(message(true, "11.0.0.0/8", RouteType.UNICAST, 11, 0, route("::/0", "192.0.2.9").hops()))
					.frame(message(true, "12.0.0.0/8", RouteType.UNICAST, 77, 0, route("::/0", "192.0.2.9").hops()))
					.flush();
			fpm.awaitRoute("11.0.0.0/8", "192.0.2.9");
			fpm.awaitErrors("unknown-table", 1);
			assertFalse(fpm.said("12.0.0.0/8").isPresent());
		}
	}

	@Test
	void whatTheBoxCannotForwardIsWithdrawnAndCounted() {
		try (FpmSender sender = fpm.connect()) {
			sender.frame(route("11.0.0.0/8", "192.0.2.9")).flush();
			fpm.awaitRoute("11.0.0.0/8", "192.0.2.9");
			sender.frame(route("11.0.0.0/8", "fe80::9")).flush();
			fpm.awaitRoute("11.0.0.0/8");
			assertEquals(1, fpm.errors("unusable-next-hop"));
			sender.frame(message(true, "11.0.0.0/8", RouteType.LOCAL, 254, 0, List.of())).flush();
			fpm.awaitErrors("other-route-type", 1);
		}
	}

	@Test
	void manyObjectsThatChangeTogetherAreFollowedByAllTheirRoutes() {
		try (FpmSender sender = fpm.connect()) {
			for (int id = 1; id <= 500; id++) {
				sender.frame(nexthop(id, "192.0.2.9")).frame(routeBy("11." + id / 256 + "." + id % 256 + ".0/24", id));
			}
			sender.flush();
			fpm.awaitRoute("11.1.244.0/24", "192.0.2.9");
			for (int id = 1; id <= 500; id++) {
				sender.frame(nexthop(id, id % 2 == 0 ? "192.0.2.8" : "198.51.100.9"));
			}
			sender.frame(withdrawal("11.0.1.0/24")).flush();
			fpm.awaitRoute("11.1.244.0/24", "192.0.2.8");
			fpm.awaitRoute("11.1.243.0/24", "198.51.100.9");
			fpm.awaitRoute("11.0.2.0/24", "192.0.2.8");
			fpm.awaitRoute("11.0.1.0/24");
		}
	}

	@Test
	void aLinkLocalPrefixIsNoRoute() {
		try (FpmSender sender = fpm.connect()) {
			sender.frame(message(true, "fe80::/64", RouteType.UNICAST, 254, 0, route("::/0", "2001:db8:1::9").hops()))
					.frame(route("2001:db8:9::/48", "2001:db8:1::9")).flush();
			fpm.awaitRoute("2001:db8:9::/48", "2001:db8:1::9");
			assertEquals(1, fpm.errors("link-local-prefix"));
			assertFalse(fpm.said("fe80::/64").isPresent());
		}
	}
}
