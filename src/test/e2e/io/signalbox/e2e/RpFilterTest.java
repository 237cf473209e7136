package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.net.Family;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The host on the left sends from addresses that it has on its loopback, and that are not its link's. */
@EndToEnd
class RpFilterTest {
	private static final Duration SOON = Duration.ofSeconds(10);
	private static final String PATH = "/api/v1/rp-filter";

	private final Lab lab;

	RpFilterTest(Lab lab) {
		this.lab = lab;
	}

	/** Addresses of the right host's link, of nowhere, and of the box itself. */
	private record Sources(String target, String right, String nowhere, String box, String everything, String nowhereNet) {
		static Sources of(Family family) {
			return switch (family) {
				case IPV4 -> new Sources(Lab.RIGHT4, "198.51.100.77", "198.19.7.77", Lab.BOX_TO_RIGHT4, "0.0.0.0/0",
						"198.19.7.0/24");
				case IPV6 -> new Sources(Lab.RIGHT6, "2001:db8:2::77", "2001:db8:77::77", Lab.BOX_TO_RIGHT6, "::/0",
						"2001:db8:77::/48");
			};
		}

		List<String> all() {
			return List.of(right, nowhere, box);
		}
	}

	@BeforeEach
	void borrowAddresses() {
		lab.reach(Lab.RIGHT4, Lab.RIGHT6);
		for (Family family : Family.values()) {
			Sources.of(family).all().forEach(source -> lab.left().address("lo", source + "/" + family.bits()));
		}
	}

	@AfterEach
	void giveThemBack() {
		lab.rest().patch(PATH, "{\"default\":\"off\",\"defaultRouteCounts\":true,\"interfaces\":{\"left\":null}}");
		for (Family family : Family.values()) {
			Sources.of(family).all().forEach(source -> lab.left().noAddress("lo", source + "/" + family.bits()));
		}
	}

	@DisplayName("P5 strict on one interface, default loose: the interface's own mode runs and is what GET shows")
	@ParameterizedTest(name = "{0}")
	@EnumSource
	void theOwnModeRuns(Family family) {
		Sources sources = Sources.of(family);
		lab.rest().patch(PATH, "{\"default\":\"loose\",\"interfaces\":{\"left\":\"strict\"}}");
		assertShown("strict", "loose");
		assertDropped(sources.target(), sources.right(), "urpf_interface", family);
		lab.left().ping(sources.target(), 1).succeeded();
		lab.rest().patch(PATH, "{\"default\":\"strict\",\"interfaces\":{\"left\":\"loose\"}}");
		assertShown("loose", "strict");
		assertPasses(sources.target(), sources.right(), family);
		assertDropped(sources.target(), sources.nowhere(), "urpf_no_route", family);
		assertDropped(sources.target(), sources.box(), "urpf_local", family);
	}

	@DisplayName("P6 loose: the default route counts unless configured not to, a blackhole fails")
	@ParameterizedTest(name = "{0}")
	@EnumSource
	void theDefaultRouteAndTheBlackhole(Family family) {
		Sources sources = Sources.of(family);
		lab.rest().patch(PATH, "{\"default\":\"loose\"}");
		lab.rest().route(sources.everything(), sources.target());
		try {
			assertPasses(sources.target(), sources.nowhere(), family);
			lab.rest().patch(PATH, "{\"defaultRouteCounts\":false}");
			assertDropped(sources.target(), sources.nowhere(), "urpf_default", family);
			lab.rest().patch(PATH, "{\"defaultRouteCounts\":true}");
			assertPasses(sources.target(), sources.nowhere(), family);
			lab.rest().routeOfType(sources.nowhereNet(), "blackhole");
			assertDropped(sources.target(), sources.nowhere(), "urpf_blackhole", family);
			lab.rest().deleteRoute(sources.nowhereNet());
			assertPasses(sources.target(), sources.nowhere(), family);
		} finally {
			lab.rest().deleteRoute(sources.everything());
		}
	}

	@ParameterizedTest(name = "cache {0}, {1}")
	@CsvSource({"off,IPV4", "on,IPV4", "adaptive,IPV4", "off,IPV6", "on,IPV6", "adaptive,IPV6"})
	void aSwitchHoldsForTheNextPacketInEveryCacheMode(String cacheMode, Family family) {
		Sources sources = Sources.of(family);
		lab.rest().patch("/api/v1/cache", "{\"mode\":\"" + cacheMode + "\"}");
		try {
			for (int round = 0; round < 3; round++) {
				lab.rest().patch(PATH, "{\"interfaces\":{\"left\":\"loose\"}}");
				assertPasses(sources.target(), sources.right(), family);
				lab.rest().patch(PATH, "{\"interfaces\":{\"left\":\"strict\"}}");
				assertDropped(sources.target(), sources.right(), "urpf_interface", family);
			}
		} finally {
			lab.rest().patch("/api/v1/cache", "{\"mode\":\"adaptive\"}");
		}
	}

	private void assertShown(String ofLeft, String ofRight) {
		JsonNode shown = lab.rest().get(PATH);
		assertEquals(ofLeft, shown.at("/interfaces/left").asText());
		assertEquals(ofLeft, state(shown, "left").path("configured").asText());
		assertEquals(ofLeft, state(shown, "left").path("effective").asText());
		assertEquals("", state(shown, "right").path("configured").asText());
		assertEquals(ofRight, state(shown, "right").path("effective").asText());
		assertEquals(ofLeft, lab.rest().get("/api/v1/interfaces/left").at("/rpFilter").asText());
	}

	private static JsonNode state(JsonNode shown, String name) {
		for (JsonNode each : shown.path("state")) {
			if (each.path("interface").asText().equals(name)) {
				return each;
			}
		}
		throw new AssertionError(name + " is not in " + shown);
	}

	private void assertPasses(String target, String source, Family family) {
		assertEquals("pass", verdict(target, source).path("verdict").asText());
		long before = lab.right().echoRequests(family);
		lab.left().pingOnce(target, "-I", source, "-W", "0.3");
		await().atMost(SOON).until(() -> lab.right().echoRequests(family) == before + 1);
	}

	private void assertDropped(String target, String source, String reason, Family family) {
		assertEquals(reason, verdict(target, source).path("reason").asText());
		long before = drops(reason);
		long reached = lab.right().echoRequests(family);
		lab.left().pingOnce(target, "-I", source, "-W", "0.3");
		await().atMost(SOON).until(() -> drops(reason) == before + 1);
		assertEquals(reached, lab.right().echoRequests(family), "it was counted as dropped, and came");
	}

	private JsonNode verdict(String target, String source) {
		return lab.rest().get("/api/v1/lookup?destination=" + target + "&source=" + source + "&interface=left")
				.path("rpFilter");
	}

	private long drops(String reason) {
		return state(lab.rest().get(PATH), "left").path("drops").path(reason).asLong();
	}
}
