package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.net.Family;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
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
	private static final String FIRST = BirdLab.address(0);
	private static final String LAST = BirdLab.address(BirdLab.MANY - 1);

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
		awaitRoutes(BirdLab.MANY + 1, BirdLab.SOME);
		await().atMost(SOON).until(() -> lab.birdc("show", "route", BirdLab.BOTH).contains("[beta"));
		for (String destination : List.of(FIRST, LAST, BirdLab.SERVER)) {
			await().atMost(SOON).until(() -> lab.caller().ping(destination, 1).status() == 0);
		}
	}

	@Test
	void forwardsByWhatBirdHasLearned() {
		assertEquals(BirdLab.ALPHA, next(FIRST));
		assertEquals(BirdLab.ALPHA, next(LAST));
		assertEquals("2001:db8:2::10", next("2001:db8:8000:7::1"));
		assertEquals("kernel", lab.rest().get("/api/v1/lookup?destination=" + LAST).path("source").asText());
		await().atMost(SOON).until(() -> lab.caller().ping("2001:db8:8000:7::1", 1).status() == 0);
	}

	@Test
	void whenAPeerGoesTrafficMovesAndItsOwnRoutesGo() {
		assertEquals(BirdLab.ALPHA, next(BirdLab.SERVER));
		lab.alphaBird().end();
		await().atMost(SOON).until(() -> next(BirdLab.SERVER).equals(BirdLab.BETA));
		awaitRoutes(1, 0);
		long before = lab.beta().echoRequests(Family.IPV4);
		await().atMost(SOON).until(() -> lab.caller().ping(BirdLab.SERVER, 1).status() == 0);
		assertTrue(lab.beta().echoRequests(Family.IPV4) > before);
		lab.startAlpha();
		awaitRoutes(BirdLab.MANY + 1, BirdLab.SOME);
		await().atMost(SOON).until(() -> next(BirdLab.SERVER).equals(BirdLab.ALPHA));
	}

	@Test
	void birdKilledAndStartedAgainLosesNoPacket() {
		long sent = icmp("OutEchos");
		long answered = icmp("InEchoReps");
		Daemon ping = Daemon.start(lab.caller(), Path.of("/dev/null"), "ping", "-n", "-i", "0.01", "-q", LAST);
		await().atMost(SOON).until(() -> icmp("InEchoReps") - answered >= 50);
		lab.bird().kill();
		long atKill = icmp("InEchoReps");
		await().atMost(SOON).until(() -> icmp("InEchoReps") - atKill >= 100);
		lab.startBird();
		await().atMost(SOON).until(() -> isRecovered(lab.birdc("show", "status")));
		long atRecovery = icmp("InEchoReps");
		await().atMost(SOON).until(() -> icmp("InEchoReps") - atRecovery >= 100);
		ping.end();
		await().atMost(Duration.ofSeconds(10))
				.untilAsserted(() -> assertEquals(icmp("OutEchos") - sent, icmp("InEchoReps") - answered));
		awaitRoutes(BirdLab.MANY + 1, BirdLab.SOME);
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

	/** A counter of the caller's kernel. */
	private static long icmp(String name) {
		List<String[]> lines = lab.caller().must("cat", "/proc/net/snmp").lines().filter(line -> line.startsWith("Icmp:"))
				.map(line -> line.split(" ")).toList();
		return Long.parseLong(lines.get(1)[Arrays.asList(lines.get(0)).indexOf(name)]);
	}
}
