package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Debian's FRR feeds the box by FPM. */
@EndToEnd
class FrrTest {
	private static final Duration SOON = Duration.ofSeconds(60);
	private static final String FIRST = BgpLan.address(0);
	private static final String LAST = BgpLan.address(BgpLan.MANY - 1);
	private static final String EXTRA = "198.19.255.9";

	private static FrrLab lab;

	@BeforeAll
	static void start() {
		lab = new FrrLab();
	}

	@AfterAll
	static void stop() {
		Optional.ofNullable(lab).ifPresent(FrrLab::close);
	}

	@BeforeEach
	void allIsThere() {
		await().atMost(SOON).untilAsserted(() -> assertTrue(routes("routesIpv4") >= BgpLan.MANY + 3, () -> feed().toString()));
		await().atMost(SOON).untilAsserted(() -> assertTrue(routes("routesIpv6") >= BgpLan.SOME, () -> feed().toString()));
		for (String destination : List.of(FIRST, LAST, BgpLan.SERVER, EXTRA)) {
			await().atMost(SOON).until(() -> lab.lan().caller().ping(destination, 1).status() == 0);
		}
	}

	@Test
	void forwardsByWhatBgpdHasLearned() {
		for (String destination : List.of(FIRST, LAST, BgpLan.SERVER)) {
			assertEquals(BgpLan.ALPHA, lookup(destination).path("address").asText());
			assertEquals("fpm", lookup(destination).path("source").asText());
		}
		JsonNode ipv6 = lookup("2001:db8:8000:7::1");
		assertTrue(ipv6.path("address").asText().startsWith("fe80::"), "FRR prefers a link-local next hop: " + ipv6);
		await().atMost(SOON).until(() -> lab.lan().caller().ping("2001:db8:8000:7::1", 1).status() == 0);
	}

	@Test
	void blackholesAndVrfsAreTold() {
		awaitType("blackhole", "203.0.113.65");
		// A table that is no VRF's zebra leaves out of its replays, so that only what is said now is sure to come.
		lab.configure("staticd", "ip route 203.0.113.128/25 blackhole table 10");
		awaitType("blackhole", "203.0.113.129&vrf=red");
		assertEquals("unicast", lookup("203.0.113.129").path("type").asText());
		lab.configure("staticd", "no ip route 203.0.113.128/25 blackhole table 10");
		awaitType("", "203.0.113.129&vrf=red");
	}

	@Test
	void whenThePeerGoesItsRoutesGo() {
		lab.lan().endAlpha();
		await().atMost(SOON).until(() -> routes("routesIpv4") < 10 && routes("routesIpv6") < 10);
		assertEquals("drop", lookup(LAST).path("outcome").asText());
		lab.lan().startAlpha();
	}

	@Test
	void zebraKilledAndStartedAgainLosesNoPacketAndKeepsNoOldRoute() {
		Pings pings = Pings.to(lab.lan().caller(), LAST);
		pings.awaitAnswers(50);
		lab.killZebra();
		await().atMost(SOON).until(() -> feed().path("state").asText().equals("waiting"));
		// What goes meanwhile zebra never says, nor does the kernel tell it: the box has it until the end of the replay.
		lab.lan().alphaBirdc("disable", "extra");
		lab.lan().router().must("ip", "route", "del", BgpLan.EXTRA);
		pings.awaitAnswers(100);
		assertEquals("forward", lookup(EXTRA).path("outcome").asText());
		lab.startZebra();
		await().atMost(SOON).until(() -> lookup(EXTRA).path("outcome").asText().equals("drop"));
		assertEquals("synced", feed().path("state").asText());
		pings.awaitAnswers(100);
		pings.endAndExpectNoLoss();
		lab.lan().alphaBirdc("enable", "extra");
	}

	@Test
	void nexthopGroupsAreTheSameRoutes() {
		JsonNode before = feed();
		Pings pings = Pings.to(lab.lan().caller(), LAST);
		pings.awaitAnswers(50);
		lab.configure("zebra", "fpm use-next-hop-groups");
		await().atMost(SOON).until(() -> feed().path("resyncs").asInt() > before.path("resyncs").asInt()
				&& feed().path("state").asText().equals("synced"));
		for (String destination : List.of(FIRST, LAST, BgpLan.SERVER)) {
			assertEquals(BgpLan.ALPHA, lookup(destination).path("address").asText());
		}
		pings.awaitAnswers(100);
		pings.endAndExpectNoLoss();
		lab.configure("zebra", "no fpm use-next-hop-groups");
		await().atMost(SOON).until(() -> feed().path("resyncs").asInt() > before.path("resyncs").asInt() + 1
				&& feed().path("state").asText().equals("synced"));
	}

	private static void awaitType(String type, String destination) {
		await().atMost(SOON).untilAsserted(
				() -> assertEquals(type, lookup(destination).path("type").asText(), () -> feed().toString()));
	}

	private static JsonNode lookup(String destination) {
		return lab.rest().get("/api/v1/lookup?destination=" + destination);
	}

	private static int routes(String family) {
		return lab.rest().get("/api/v1/route-sources/fpm").path(family).asInt();
	}

	private static JsonNode feed() {
		return lab.rest().get("/api/v1/feeds").path("feeds").get(0);
	}
}
