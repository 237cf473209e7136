package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.net.Family;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A REST answer of success means forwarding: the one packet sent after it goes the new way, whatever is cached. */
@EndToEnd
class RouteChangesTest {
	private static final String CACHE = "/api/v1/cache";
	private static final Duration SOON = Duration.ofSeconds(10);

	private final Lab lab;
	private Host.Stream stream;

	RouteChangesTest(Lab lab) {
		this.lab = lab;
	}

	static Stream<Arguments> modesAndFamilies() {
		return Stream.of("off", "on", "adaptive")
				.flatMap(mode -> Stream.of(Family.values()).map(family -> Arguments.of(mode, family)));
	}

	private record Ways(String servers, String server, String single, String right, String far) {
		static Ways of(Family family) {
			return switch (family) {
				case IPV4 -> new Ways(Lab.SERVERS4, Lab.SERVER4, Lab.SERVER4 + "/32", Lab.RIGHT4, Lab.FAR4);
				case IPV6 -> new Ways(Lab.SERVERS6, Lab.SERVER6, Lab.SERVER6 + "/128", Lab.RIGHT6, Lab.FAR6);
			};
		}
	}

	/** Every neighbor on the way is known, so that a packet is one packet; and so is the way, by others to the server. */
	private void warm(String mode) {
		lab.reach(Lab.RIGHT4, Lab.RIGHT6, Lab.FAR4, Lab.FAR6, Lab.SERVER4, Lab.SERVER6);
		lab.rest().patch(CACHE, "{\"mode\":\"" + mode + "\"}");
		if (mode.equals("on")) {
			await().atMost(SOON).until(() -> isCached(Lab.SERVER4) && isCached(Lab.SERVER6));
		}
	}

	private boolean isCached(String destination) {
		return !lab.rest().get("/api/v1/lookup?destination=" + destination).path("cachedOn").isEmpty();
	}

	@BeforeEach
	void stream() {
		stream = lab.left().stream(Lab.SERVER4, Lab.SERVER6);
	}

	@AfterEach
	void restore() {
		stream.close();
		lab.rest().patch(CACHE, "{\"mode\":\"adaptive\"}");
		lab.rest().route(Lab.SERVERS4, Lab.RIGHT4);
		lab.rest().route(Lab.SERVERS6, Lab.RIGHT6);
	}

	@DisplayName("P7 a route that is replaced")
	@ParameterizedTest(name = "cache {0}, {1}")
	@MethodSource("modesAndFamilies")
	void replaced(String mode, Family family) {
		warm(mode);
		Ways ways = Ways.of(family);
		for (int round = 0; round < 5; round++) {
			lab.rest().route(ways.servers(), ways.far());
			assertNextPacketReaches(lab.far(), family);
			lab.rest().route(ways.servers(), ways.right());
			assertNextPacketReaches(lab.right(), family);
		}
	}

	@DisplayName("P7 a more specific route that comes and goes")
	@ParameterizedTest(name = "cache {0}, {1}")
	@MethodSource("modesAndFamilies")
	void moreSpecific(String mode, Family family) {
		warm(mode);
		Ways ways = Ways.of(family);
		lab.rest().route(ways.single(), ways.far());
		assertNextPacketReaches(lab.far(), family);
		lab.rest().deleteRoute(ways.single());
		assertNextPacketReaches(lab.right(), family);
	}

	@DisplayName("P7 a route that is deleted")
	@ParameterizedTest(name = "cache {0}, {1}")
	@MethodSource("modesAndFamilies")
	void deleted(String mode, Family family) {
		warm(mode);
		Ways ways = Ways.of(family);
		lab.rest().deleteRoute(ways.servers());
		assertNextPacketIsLost(family);
	}

	@DisplayName("P7 a port that is taken down")
	@ParameterizedTest(name = "cache {0}, {1}")
	@MethodSource("modesAndFamilies")
	void portDown(String mode, Family family) {
		warm(mode);
		lab.rest().patch("/api/v1/interfaces/right", "{\"adminUp\":false}");
		try {
			assertNextPacketIsLost(family);
		} finally {
			lab.rest().patch("/api/v1/interfaces/right", "{\"adminUp\":true}");
		}
		assertNextPacketReaches(lab.right(), family);
	}

	@DisplayName("P7 a neighbor whose MAC is replaced")
	@ParameterizedTest(name = "cache {0}, {1}")
	@MethodSource("modesAndFamilies")
	void neighbor(String mode, Family family) {
		warm(mode);
		Ways ways = Ways.of(family);
		String neighbor = "/api/v1/neighbors/right/" + ways.right();
		lab.rest().put(neighbor, "{\"mac\":\"02:00:00:00:00:99\"}");
		assertNextPacketIsLost(family);
		lab.rest().delete(neighbor);
		assertNextPacketReaches(lab.right(), family);
	}

	@DisplayName("P7 a whole batch")
	@ParameterizedTest(name = "cache {0}, {1}")
	@MethodSource("modesAndFamilies")
	void batch(String mode, Family family) {
		warm(mode);
		Ways ways = Ways.of(family);
		String put = "{\"op\":\"put\",\"destinationPrefix\":\"%s\",\"nextHops\":[{\"address\":\"%s\"}]}\n";
		lab.rest().post("/api/v1/routes/batch", "application/x-ndjson",
				put.formatted(ways.servers(), ways.right()) + put.formatted(ways.single(), ways.far()));
		assertNextPacketReaches(lab.far(), family);
		lab.rest().post("/api/v1/routes/batch", "application/x-ndjson",
				"{\"op\":\"delete\",\"destinationPrefix\":\"" + ways.single() + "\"}\n");
		assertNextPacketReaches(lab.right(), family);
	}

	@DisplayName("P7 the cache resized, flushed, and switched")
	@ParameterizedTest(name = "cache {0}, {1}")
	@MethodSource("modesAndFamilies")
	void cache(String mode, Family family) {
		warm(mode);
		Ways ways = Ways.of(family);
		JsonNode before = lab.rest().get(CACHE);
		try {
			for (String change : List.of(
					"{\"entriesPerCore\":1024}", "{\"ways\":1}", "{\"mode\":\"off\"}", "{\"mode\":\"on\"}")) {
				lab.rest().route(ways.servers(), ways.far());
				lab.rest().patch(CACHE, change);
				assertNextPacketReaches(lab.far(), family);
				lab.rest().route(ways.servers(), ways.right());
				assertNextPacketReaches(lab.right(), family);
				lab.rest().command(CACHE + "/flush");
				assertNextPacketReaches(lab.right(), family);
			}
		} finally {
			lab.rest().patch(CACHE, "{\"entriesPerCore\":%d,\"ways\":%d}".formatted(
					before.path("entriesPerCore").asLong(), before.path("ways").asLong()));
		}
	}

	private void assertNextPacketIsLost(Family family) {
		long right = lab.right().echoRequests(family);
		long far = lab.far().echoRequests(family);
		String output = lab.left().pingOnce(Ways.of(family).server(), "-W", "0.5");
		assertEquals(right, lab.right().echoRequests(family), output);
		assertEquals(far, lab.far().echoRequests(family), output);
	}

	private void assertNextPacketReaches(Host host, Family family) {
		long before = host.echoRequests(family);
		String output = lab.left().pingOnce(Ways.of(family).server());
		assertEquals(before + 1, host.echoRequests(family), output);
	}
}
