package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.net.InterfaceAddress;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class RpFilterTest {
	private static final String PATH = "/api/v1/rp-filter";
	private static final String OF_WAN = "state.find { it.interface == 'rp0' }.";
	private static final String OF_LAN = "state.find { it.interface == 'rp1' }.";

	@Inject
	FakeDataplane dataplane;

	@Inject
	Interfaces interfaces;

	private int wan;

	@BeforeEach
	void addInterfaces() {
		wan = add("rp0", "192.0.2.1/24");
		add("rp1", "198.51.100.1/24");
	}

	private int add(String name, String address) {
		List<InterfaceAddress> addresses = List.of(InterfaceAddress.parse(address));
		return interfaces.add(new InterfaceConfig(name, "net_null_" + name, addresses)).id();
	}

	@AfterEach
	void removeInterfaces() {
		dataplane.refuseRpFilterOf(0);
		interfaces.remove("rp0", _ -> {});
		interfaces.remove("rp1", _ -> {});
		patch("{\"default\":\"off\",\"defaultRouteCounts\":true}").statusCode(200);
	}

	@Test
	void atFirstAllPasses() {
		given().get(PATH)
				.then()
				.body("default", equalTo("off"))
				.body("defaultRouteCounts", equalTo(true))
				.body("interfaces", not(hasKey("rp0")))
				.body(OF_WAN + "effective", equalTo("off"))
				.body(OF_WAN + "configured", equalTo(null));
	}

	@ParameterizedTest(name = "default {0}, own {1}")
	@DisplayName("P5 an interface's own mode runs and is what GET shows, be it stricter or looser than the default")
	@CsvSource({"loose,strict", "strict,loose", "strict,off", "off,strict"})
	void theOwnModeRuns(String byDefault, String own) {
		patch("{\"default\":\"" + byDefault + "\",\"interfaces\":{\"rp0\":\"" + own + "\"}}")
				.statusCode(200)
				.body("interfaces.rp0", equalTo(own))
				.body(OF_WAN + "configured", equalTo(own))
				.body(OF_WAN + "effective", equalTo(own))
				.body(OF_LAN + "configured", equalTo(null))
				.body(OF_LAN + "effective", equalTo(byDefault));
		assertEquals(own, Words.of(dataplane.describeInterface(wan).rpFilter()));
		given().get("/api/v1/interfaces/rp0").then().body("rpFilter", equalTo(own)).body("state.rpFilter", equalTo(own));
		given().get("/api/v1/interfaces/rp1").then().body("rpFilter", equalTo(null))
				.body("state.rpFilter", equalTo(byDefault));
	}

	@Test
	void nullGivesAnInterfaceBackToTheDefault() {
		patch("{\"default\":\"loose\",\"interfaces\":{\"rp0\":\"strict\",\"rp1\":\"strict\"}}").statusCode(200);
		patch("{\"interfaces\":{\"rp0\":null}}").statusCode(200).body("interfaces", not(hasKey("rp0")))
				.body(OF_WAN + "effective", equalTo("loose")).body(OF_LAN + "effective", equalTo("strict"));
		given().contentType("application/json").body("{\"rpFilter\":null}").patch("/api/v1/interfaces/rp1")
				.then().statusCode(200).body("rpFilter", equalTo(null)).body("state.rpFilter", equalTo("loose"));
		given().contentType("application/json").body("{\"rpFilter\":\"off\"}").patch("/api/v1/interfaces/rp1")
				.then().statusCode(200).body("rpFilter", equalTo("off")).body("state.rpFilter", equalTo("off"));
		given().contentType("application/json").body("{\"mtu\":1400}").patch("/api/v1/interfaces/rp1")
				.then().statusCode(200).body("rpFilter", equalTo("off"));
	}

	@Test
	void anAddedInterfaceBeginsWithItsModeOrTheDefault() {
		patch("{\"default\":\"loose\"}").statusCode(200);
		for (String rpFilter : new String[] {"", ",\"rpFilter\":\"strict\""}) {
			given().contentType("application/json").body("{\"name\":\"rp2\",\"device\":\"net_null_rp2\"" + rpFilter + "}")
					.post("/api/v1/interfaces").then().statusCode(201)
					.body("state.rpFilter", equalTo(rpFilter.isEmpty() ? "loose" : "strict"));
			given().delete("/api/v1/interfaces/rp2").then().statusCode(204);
		}
	}

	@Test
	void aChangeThatFailsForOneInterfaceIsTakenBackWhole() {
		dataplane.refuseRpFilterOf(interfaces.find("rp1").orElseThrow().id());
		patch("{\"default\":\"strict\",\"defaultRouteCounts\":false}").statusCode(500);
		assertEquals(RpFilter.OFF, dataplane.describeInterface(wan).rpFilter());
		assertEquals(true, dataplane.defaultRouteCounts());
		given().get(PATH).then().body("default", equalTo("off")).body("defaultRouteCounts", equalTo(true));
	}

	@Test
	void anInterfaceThatIsNotThereChangesNothing() {
		patch("{\"default\":\"strict\",\"interfaces\":{\"none0\":\"loose\"}}")
				.statusCode(404)
				.body("pointer", equalTo("/interfaces/none0"))
				.body("detail", containsString("There are: rp0, rp1"));
		patch("{\"interfaces\":{\"a/b~c\":\"loose\"}}").statusCode(404).body("pointer", equalTo("/interfaces/a~1b~0c"));
		given().get(PATH).then().body("default", equalTo("off"));
	}

	@ParameterizedTest(name = "{0} is refused at {1}")
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
		"{\"default\":\"hard\"} | /default | 'hard' is not one of off, strict, loose",
		"{\"default\":null} | /default | null",
		"{\"default\":false} | /default | off, strict, loose",
		"{\"interfaces\":{\"rp0\":\"hard\"}} | /interfaces/rp0 | off, strict, loose",
		"{\"interfaces\":[\"rp0\"]} | /interfaces | object",
		"{\"defaultRouteCounts\":\"yes\"} | /defaultRouteCounts | true or false",
		"{\"rp0\":\"strict\"} | /rp0 | default, defaultRouteCounts, interfaces",
		"{} | `` | Nothing to change",
	})
	void refusesBodies(String body, String pointer, String detail) {
		patch(body).statusCode(400).body("pointer", equalTo(pointer)).body("detail", containsString(detail));
	}

	@Test
	void theTagStandsForTheSettings() {
		String etag = given().get(PATH).then().extract().header("ETag");
		given().contentType("application/json").body("{\"default\":\"loose\"}").header("If-Match", "\"x\"").patch(PATH)
				.then().statusCode(412);
		String now = given().contentType("application/json").body("{\"default\":\"loose\"}").header("If-Match", etag)
				.patch(PATH).then().statusCode(200).header("ETag", not(equalTo(etag))).extract().header("ETag");
		dataplane.fakeCounters().setDrops(wan, "urpf_no_route", 9);
		given().get(PATH).then().header("ETag", equalTo(now));
		dataplane.fakeCounters().setDrops(wan, "urpf_no_route", 0);
	}

	@Test
	void dropsAreCountedByReason() {
		dataplane.fakeCounters().setDrops(wan, "urpf_interface", 3);
		dataplane.fakeCounters().setDrops(wan, "urpf_local", 1);
		dataplane.fakeCounters().setDrops(wan, "no_route", 7);
		given().get(PATH)
				.then()
				.body(OF_WAN + "packets", equalTo(4))
				.body(OF_WAN + "drops.urpf_interface", equalTo(3))
				.body(OF_WAN + "drops.urpf_blackhole", equalTo(0))
				.body(OF_WAN + "drops", not(hasKey("no_route")));
		dataplane.fakeCounters().setDrops(wan, "urpf_interface", 0);
		dataplane.fakeCounters().setDrops(wan, "urpf_local", 0);
		dataplane.fakeCounters().setDrops(wan, "no_route", 0);
	}

	@ParameterizedTest(name = "{0}, source {1}: {2}")
	@DisplayName("a lookup says what becomes of the source, and by which route")
	@CsvSource(delimiter = '|', value = {
		"strict | 192.0.2.7 | pass | 192.0.2.0/24 | rp0 | leads back",
		"strict | 198.51.100.7 | drop | 198.51.100.0/24 | rp1 | urpf_interface",
		"loose | 198.51.100.7 | pass | 198.51.100.0/24 | rp1 | has a route",
		"loose | 203.0.113.7 | drop | | | urpf_no_route",
		"loose | 192.0.2.1 | drop | 192.0.2.1/32 | | urpf_local",
		"off | 203.0.113.7 | unchecked | | | off",
		"strict | | unchecked | | | no source",
	})
	void lookup(String mode, String source, String verdict, String matched, String reachedBy, String detail) {
		patch("{\"interfaces\":{\"rp0\":\"" + mode + "\"}}").statusCode(200);
		given().get("/api/v1/lookup?destination=198.51.100.9&interface=rp0" + (source == null ? "" : "&source=" + source))
				.then()
				.statusCode(200)
				.body("rpFilter.mode", equalTo(mode))
				.body("rpFilter.verdict", equalTo(verdict))
				.body("rpFilter.matchedPrefix", equalTo(matched))
				.body("rpFilter.interface", equalTo(reachedBy))
				.body("rpFilter.detail", containsString(detail))
				.body("rpFilter.reason", equalTo(verdict.equals("drop") ? detail : null))
				.body("outcome", equalTo(verdict.equals("drop") ? "drop" : "resolve"));
	}

	@Test
	void aLookupThatNamesNoInterfaceHasNoVerdictOnTheSource() {
		given().get("/api/v1/lookup?destination=198.51.100.9&source=192.0.2.7").then().body("rpFilter", equalTo(null));
	}

	private static ValidatableResponse patch(String body) {
		return given().contentType("application/json").body(body).patch(PATH).then();
	}
}
