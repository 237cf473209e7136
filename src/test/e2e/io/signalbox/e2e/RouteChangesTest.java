package io.signalbox.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.Family;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A REST answer of success means forwarding: the one packet sent after it goes the new way. */
@EndToEnd
class RouteChangesTest {
	private final Lab lab;

	RouteChangesTest(Lab lab) {
		this.lab = lab;
	}

	private record Ways(String servers, String server, String single, String right, String far) {
		static Ways of(Family family) {
			return switch (family) {
				case IPV4 -> new Ways(Lab.SERVERS4, Lab.SERVER4, Lab.SERVER4 + "/32", Lab.RIGHT4, Lab.FAR4);
				case IPV6 -> new Ways(Lab.SERVERS6, Lab.SERVER6, Lab.SERVER6 + "/128", Lab.RIGHT6, Lab.FAR6);
			};
		}
	}

	/** Every neighbor on the way is known, so that a packet is one packet. */
	@BeforeEach
	void warm() {
		lab.reach(Lab.RIGHT4, Lab.RIGHT6, Lab.FAR4, Lab.FAR6, Lab.SERVER4, Lab.SERVER6);
	}

	@AfterEach
	void restore() {
		lab.rest().route(Lab.SERVERS4, Lab.RIGHT4);
		lab.rest().route(Lab.SERVERS6, Lab.RIGHT6);
	}

	@DisplayName("P7 a route that is replaced")
	@ParameterizedTest(name = "{0}")
	@EnumSource
	void replaced(Family family) {
		Ways ways = Ways.of(family);
		for (int round = 0; round < 5; round++) {
			lab.rest().route(ways.servers(), ways.far());
			assertNextPacketReaches(lab.far(), family);
			lab.rest().route(ways.servers(), ways.right());
			assertNextPacketReaches(lab.right(), family);
		}
	}

	@DisplayName("P7 a more specific route that comes and goes")
	@ParameterizedTest(name = "{0}")
	@EnumSource
	void moreSpecific(Family family) {
		Ways ways = Ways.of(family);
		lab.rest().route(ways.single(), ways.far());
		assertNextPacketReaches(lab.far(), family);
		lab.rest().deleteRoute(ways.single());
		assertNextPacketReaches(lab.right(), family);
	}

	@DisplayName("P7 a route that is deleted")
	@ParameterizedTest(name = "{0}")
	@EnumSource
	void deleted(Family family) {
		Ways ways = Ways.of(family);
		lab.rest().deleteRoute(ways.servers());
		String output = lab.left().pingOnce(ways.server());
		assertTrue(output.contains(family == Family.IPV4 ? "Destination Net Unreachable" : "No route"), output);
	}

	@DisplayName("P7 a neighbor whose MAC is replaced")
	@ParameterizedTest(name = "{0}")
	@EnumSource
	void neighbor(Family family) {
		Ways ways = Ways.of(family);
		String neighbor = "/api/v1/neighbors/right/" + ways.right();
		long before = lab.right().echoRequests(family);
		lab.rest().put(neighbor, "{\"mac\":\"02:00:00:00:00:99\"}");
		lab.left().pingOnce(ways.server(), "-W", "1");
		assertEquals(before, lab.right().echoRequests(family), "the packet went to the MAC of before");
		lab.rest().delete(neighbor);
		assertNextPacketReaches(lab.right(), family);
	}

	@DisplayName("P7 a whole batch")
	@ParameterizedTest(name = "{0}")
	@EnumSource
	void batch(Family family) {
		Ways ways = Ways.of(family);
		String put = "{\"op\":\"put\",\"destinationPrefix\":\"%s\",\"nextHops\":[{\"address\":\"%s\"}]}\n";
		lab.rest().post("/api/v1/routes/batch", "application/x-ndjson",
				put.formatted(ways.servers(), ways.right()) + put.formatted(ways.single(), ways.far()));
		assertNextPacketReaches(lab.far(), family);
		lab.rest().post("/api/v1/routes/batch", "application/x-ndjson",
				"{\"op\":\"delete\",\"destinationPrefix\":\"" + ways.single() + "\"}\n");
		assertNextPacketReaches(lab.right(), family);
	}

	private void assertNextPacketReaches(Host host, Family family) {
		long before = host.echoRequests(family);
		String output = lab.left().pingOnce(Ways.of(family).server());
		assertEquals(before + 1, host.echoRequests(family), output);
	}
}
