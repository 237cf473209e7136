package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.net.Family;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Next hops that are more than one neighbor of the route's own family, in the route's own table. */
@EndToEnd
class NextHopsTest {
	private static final Duration SOON = Duration.ofSeconds(20);
	private static final String ROUTES = "/api/v1/routes/";
	private static final String RELAYS = "198.18.100.0/24";
	private static final String RELAY = "198.18.100.1";

	private final Lab lab;

	NextHopsTest(Lab lab) {
		this.lab = lab;
	}

	@AfterEach
	void restore() {
		lab.rest().route(Lab.SERVERS4, Lab.RIGHT4);
		lab.rest().route(Lab.SERVERS6, Lab.RIGHT6);
	}

	/** A kernel forgets what it had on a link that is taken down: IPv6 addresses, and routes of both families. */
	private void linkUp(Host host) {
		host.must("ip", "link", "set", "eth0", "up");
		host.must("ip", "addr", "replace", Lab.RIGHT6 + "/64", "dev", "eth0", "nodad");
		host.must("ip", "route", "replace", "default", "via", Lab.BOX_TO_RIGHT4);
		host.must("ip", "-6", "route", "replace", "default", "via", Lab.BOX_TO_RIGHT6);
		lab.reach(Lab.RIGHT4, Lab.RIGHT6);
	}

	@Test
	void aNextHopThatIsNoNeighborResolvesByItsOwnRouteAndFollowsIt() {
		lab.rest().route(RELAYS, Lab.RIGHT4);
		try {
			lab.rest().route(Lab.SERVERS4, RELAY);
			lab.reach(Lab.SERVER4);
			assertReaches(lab.right());
			lab.rest().route(RELAYS, Lab.FAR4);
			lab.reach(Lab.FAR4);
			assertReaches(lab.far());
			lab.rest().deleteRoute(RELAYS);
			JsonNode route = lab.rest().get(ROUTES + Lab.SERVERS4).at("/routes/0");
			assertFalse(route.path("active").asBoolean(), route::toString);
			assertEquals("unresolved", route.path("inactiveReason").asText());
			lab.rest().route(RELAYS, Lab.FAR4);
			assertReaches(lab.far());
		} finally {
			lab.rest().delete(ROUTES + RELAYS);
		}
	}

	@DisplayName("RFC 8950 IPv4 by a next hop that has an IPv6 address")
	@Test
	void ipv4OverAnIpv6NextHop() {
		lab.rest().route(Lab.SERVERS4, Lab.RIGHT6);
		lab.reach(Lab.SERVER4);
		assertReaches(lab.right());
	}

	@Test
	void flowsAreSpreadOverSeveralNextHopsAndMoveWhenOneIsLost() {
		lab.reach(Lab.RIGHT4, Lab.FAR4);
		lab.rest().put(ROUTES + Lab.SERVERS4, "{\"nextHops\":[{\"address\":\"%s\",\"weight\":3},{\"address\":\"%s\"}]}"
				.formatted(Lab.RIGHT4, Lab.FAR4));
		List<Integer> members = IntStream.rangeClosed(1, 200).mapToObj(this::member).toList();
		assertEquals(2, members.stream().distinct().count(), members::toString);
		lab.right().must("ip", "link", "set", "eth0", "down");
		try {
			await().atMost(SOON).until(() ->
					IntStream.rangeClosed(1, 200).mapToObj(this::member).distinct().count() == 1);
			assertReaches(lab.far());
			assertTrue(lab.rest().get(ROUTES + Lab.SERVERS4).at("/routes/0/active").asBoolean());
		} finally {
			linkUp(lab.right());
		}
	}

	private int member(int port) {
		return lab.rest().get("/api/v1/lookup?destination=" + Lab.SERVER4 + "&source=192.0.2.10&protocol=17&sourcePort="
				+ port + "&destinationPort=9").path("nexthop").asInt();
	}

	@Test
	void aVrfHasItsOwnTableAndTheSameAddresses() {
		try (Host one = Host.create("one", List.of("192.0.2.10/24"), List.of(Lab.BOX_TO_LEFT4));
				Host two = Host.create("two", List.of(Lab.RIGHT4 + "/24"), List.of(Lab.BOX_TO_RIGHT4))) {
			lab.rest().put("/api/v1/vrfs/red", "");
			add("one", one.device(3), Lab.BOX_TO_LEFT4);
			add("two", two.device(4), Lab.BOX_TO_RIGHT4);
			await().atMost(SOON).until(() -> one.ping(Lab.RIGHT4, 1).status() == 0);
			long before = lab.right().echoRequests(Family.IPV4);
			one.ping(Lab.RIGHT4, 3).succeeded();
			assertEquals(before, lab.right().echoRequests(Family.IPV4), "packets of the VRF left it");
			assertFalse(one.ping(Lab.SERVER4, 1).status() == 0, "the default VRF's routes are not this one's");
			two.address("lo", Lab.SERVER4 + "/32");
			lab.rest().put(ROUTES + Lab.SERVERS4 + "?vrf=red", "{\"nextHops\":[{\"address\":\"%s\"}]}".formatted(Lab.RIGHT4));
			await().atMost(SOON).until(() -> one.ping(Lab.SERVER4, 1).status() == 0);
			assertReaches(lab.right());
		} finally {
			lab.rest().delete("/api/v1/interfaces/one");
			lab.rest().delete("/api/v1/interfaces/two");
			lab.rest().delete("/api/v1/vrfs/red");
		}
	}

	private void add(String name, String device, String address) {
		lab.rest().post("/api/v1/interfaces", "application/json", """
				{"name": "%s", "device": "%s", "addresses": ["%s/24"], "vrf": "red"}""".formatted(name, device, address));
	}

	/** The left host's echo requests to the server reach this one. */
	private void assertReaches(Host host) {
		await().atMost(SOON).until(() -> {
			long before = host.echoRequests(Family.IPV4);
			return lab.left().ping(Lab.SERVER4, 1).status() == 0 && host.echoRequests(Family.IPV4) > before;
		});
	}
}
