package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.net.Family;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Debian's BIRD feeds the box by the kernel's table; one of its peers is a gobgpd. */
@EndToEnd
class BirdTest {
	private static final Duration SOON = Duration.ofSeconds(60);
	private static final String FIRST = BgpLan.address(0);
	private static final String LAST = BgpLan.address(BgpLan.MANY - 1);

	private static BirdLab lab;

	@BeforeAll
	static void start() {
		lab = new BirdLab();
	}

	@AfterAll
	static void stop() {
		Optional.ofNullable(lab).ifPresent(BirdLab::close);
	}

	@BeforeEach
	void allIsThere() {
		awaitRoutes(BgpLan.MANY + 2, BgpLan.SOME);
		await().atMost(SOON).until(() -> lab.birdc("show", "route", BgpLan.BOTH).contains("[beta"));
		for (String destination : List.of(FIRST, LAST, BgpLan.SERVER)) {
			await().atMost(SOON).until(() -> lab.lan().caller().ping(destination, 1).status() == 0);
		}
	}

	@Test
	void forwardsByWhatBirdHasLearned() {
		assertEquals(BgpLan.ALPHA, next(FIRST));
		assertEquals(BgpLan.ALPHA, next(LAST));
		assertEquals("2001:db8:2::10", next("2001:db8:8000:7::1"));
		assertEquals("kernel", lab.rest().get("/api/v1/lookup?destination=" + LAST).path("source").asText());
		await().atMost(SOON).until(() -> lab.lan().caller().ping("2001:db8:8000:7::1", 1).status() == 0);
	}

	@Test
	void whenAPeerGoesTrafficMovesAndItsOwnRoutesGo() {
		assertEquals(BgpLan.ALPHA, next(BgpLan.SERVER));
		lab.lan().endAlpha();
		await().atMost(SOON).until(() -> next(BgpLan.SERVER).equals(BirdLab.BETA));
		awaitRoutes(1, 0);
		long before = lab.beta().echoRequests(Family.IPV4);
		await().atMost(SOON).until(() -> lab.lan().caller().ping(BgpLan.SERVER, 1).status() == 0);
		assertTrue(lab.beta().echoRequests(Family.IPV4) > before);
		lab.lan().startAlpha();
		awaitRoutes(BgpLan.MANY + 2, BgpLan.SOME);
		await().atMost(SOON).until(() -> next(BgpLan.SERVER).equals(BgpLan.ALPHA));
	}

	@Test
	void birdKilledAndStartedAgainLosesNoPacket() {
		Pings pings = Pings.to(lab.lan().caller(), LAST);
		pings.awaitAnswers(50);
		lab.bird().kill();
		pings.awaitAnswers(100);
		lab.startBird();
		await().atMost(SOON).until(() -> isRecovered(lab.birdc("show", "status")));
		pings.awaitAnswers(100);
		pings.endAndExpectNoLoss();
		awaitRoutes(BgpLan.MANY + 2, BgpLan.SOME);
	}

	private static boolean isRecovered(String status) {
		return status.contains("Daemon is up and running") && !status.contains("Graceful restart recovery");
	}

	private static String next(String destination) {
		return lab.rest().get("/api/v1/lookup?destination=" + destination).path("address").asText();
	}

	private static void awaitRoutes(int ipv4, int ipv6) {
		await().atMost(SOON).untilAsserted(() -> {
			JsonNode source = lab.rest().get("/api/v1/route-sources/kernel");
			assertEquals(List.of(ipv4, ipv6), List.of(source.path("routesIpv4").asInt(), source.path("routesIpv6").asInt()));
		});
	}
}
