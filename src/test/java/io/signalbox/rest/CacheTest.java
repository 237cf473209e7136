package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.signalbox.dataplane.CacheEntry;
import io.signalbox.dataplane.CacheEntry.Match;
import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.CacheReason;
import io.signalbox.dataplane.CacheSettings;
import io.signalbox.dataplane.CacheState;
import io.signalbox.dataplane.CacheState.Kind;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class CacheTest {
	private static final String PATH = "/api/v1/cache";
	private static final CacheSettings DEFAULTS = new CacheSettings(CacheMode.ADAPTIVE, 32_768, 4, 300, 1.0, 0.1);
	private static final String IPV6_PAIRS = "cores[0].tables.find { it.family == 'ipv6' && it.kind == 'pair' }.";

	@Inject
	FakeDataplane dataplane;

	@BeforeEach
	@AfterEach
	void reset() {
		dataplane.fakeCache().limitEntries(Integer.MAX_VALUE);
		dataplane.setCache(DEFAULTS);
	}

	@Test
	void settingsAndTablesAreShown() {
		dataplane.fakeCounters().setCore(0, "cache_hits", 17);
		given().get(PATH)
				.then()
				.statusCode(200)
				.body("mode", equalTo("adaptive"))
				.body("entriesPerCore", equalTo(32_768))
				.body("insertProbability", equalTo(1.0f))
				.body("cores.core", hasItem("worker-0"))
				.body("cores", hasSize(1))
				.body("cores[0].counters.cache_hits", equalTo(17))
				.body("cores[0].counters.busy_cycles", equalTo(null))
				.body("cores[0].tables", hasSize(4))
				.body("cores[0].tables[0].reason", equalTo("unmeasured"))
				.body("cores[0].tables[0].cyclesWith", equalTo(null))
				.body("cores[0].tables[0].hitRate", equalTo(null));
		dataplane.fakeCounters().setCore(0, "cache_hits", 0);
	}

	@ParameterizedTest(name = "{0}: {1}")
	@CsvSource(delimiter = '|', value = {
		"FASTER | A packet took 52.3 cycles with it and 61.0 without.",
		"SLOWER | A packet took 52.3 cycles with it and 61.0 without.",
		"FEW_HITS | 4.2 % of a sample were hits, less than bypassBelowHitRate.",
		"SAMPLING | It is being measured: some turns with it, some without.",
	})
	void aDecisionHasItsReasonInAWordAndASentence(CacheReason reason, String sentence) {
		dataplane.fakeCache().measured(new CacheState(0, Family.IPV6, Kind.PAIR, reason == CacheReason.FASTER, reason,
				OptionalDouble.of(52.34), OptionalDouble.of(61), 0.042, 12, 100, 2_097_152));
		given().get(PATH)
				.then()
				.body(IPV6_PAIRS + "reason", equalTo(Words.of(reason)))
				.body(IPV6_PAIRS + "detail", equalTo(sentence))
				.body(IPV6_PAIRS + "inUse", equalTo(reason == CacheReason.FASTER))
				.body(IPV6_PAIRS + "cyclesWith", equalTo(52.34f))
				.body(IPV6_PAIRS + "hitRate", equalTo(0.042f))
				.body(IPV6_PAIRS + "samples", equalTo(12));
	}

	@ParameterizedTest
	@CsvSource({"on, true", "off, false"})
	void aModeThatDecidesIsItsOwnReason(String mode, boolean inUse) {
		patch("{\"mode\":\"" + mode + "\"}")
				.statusCode(200)
				.body("mode", equalTo(mode))
				.body("cores[0].tables[0].inUse", equalTo(inUse))
				.body("cores[0].tables[0].reason", equalTo("mode"))
				.body("cores[0].tables[0].detail", equalTo("The mode is " + mode + "."));
	}

	@Test
	void whatAChangeLeavesOutStays() {
		patch("{\"mode\":\"on\",\"ways\":8,\"insertProbability\":0.25}").statusCode(200);
		patch("{\"maxAgeSeconds\":60,\"bypassBelowHitRate\":0,\"entriesPerCore\":1048576}").statusCode(200);
		assertEquals(new CacheSettings(CacheMode.ON, 1 << 20, 8, 60, 0.25, 0), dataplane.cache());
	}

	@ParameterizedTest(name = "{0} is refused at {1}")
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
		"{\"mode\":\"auto\"} | /mode | 'auto' is not one of off, on, adaptive",
		"{\"mode\":null} | /mode | null",
		"{\"entriesPerCore\":1000} | /entriesPerCore | a power of two from 1024 to 1048576, found 1000",
		"{\"entriesPerCore\":2097152} | /entriesPerCore | a power of two",
		"{\"entriesPerCore\":-2147483648} | /entriesPerCore | a power of two",
		"{\"ways\":3} | /ways | 1, 2, 4 or 8, found 3",
		"{\"ways\":0} | /ways | 1, 2, 4 or 8",
		"{\"ways\":16} | /ways | 1, 2, 4 or 8",
		"{\"maxAgeSeconds\":0} | /maxAgeSeconds | from 1 to 86400",
		"{\"insertProbability\":0} | /insertProbability | above 0, at most 1",
		"{\"insertProbability\":1.01} | /insertProbability | above 0, at most 1",
		"{\"insertProbability\":\"half\"} | /insertProbability | a number",
		"{\"bypassBelowHitRate\":-0.1} | /bypassBelowHitRate | from 0 to 1",
		"{\"bypassBelowHitRate\":1.5} | /bypassBelowHitRate | from 0 to 1",
		"{\"mode\":\"on\",\"size\":7} | /size | bypassBelowHitRate, entriesPerCore",
		"{} | `` | Nothing to change",
	})
	void refusesBodies(String body, String pointer, String detail) {
		patch(body).statusCode(400).body("pointer", equalTo(pointer)).body("detail", containsString(detail));
		assertEquals(DEFAULTS, dataplane.cache());
	}

	@Test
	void whereMemoryIsShortAllStaysAsItWas() {
		dataplane.fakeCache().limitEntries(32_768);
		patch("{\"mode\":\"on\",\"entriesPerCore\":65536}")
				.statusCode(507)
				.body("type", equalTo("urn:signalbox:problem:no-capacity"))
				.body("detail", containsString("65536"));
		assertEquals(DEFAULTS, dataplane.cache());
	}

	@Test
	void theTagStandsForTheSettings() {
		String etag = given().get(PATH).then().extract().header("ETag");
		given().contentType("application/json").body("{\"mode\":\"on\"}").header("If-Match", "\"x\"").patch(PATH)
				.then().statusCode(412);
		given().contentType("application/json").body("{\"mode\":\"on\"}").header("If-Match", etag).patch(PATH)
				.then().statusCode(200).header("ETag", not(equalTo(etag)));
	}

	@Test
	void entriesAreShownAndFlushed() {
		CacheEntry route = new CacheEntry(Kind.ROUTE, 0, match("203.0.113.9", 17, 24), Optional.empty(), true, 7);
		CacheEntry pair = new CacheEntry(
				Kind.PAIR, 0, match("2001:db8:2::9", 18, 48), Optional.of(match("2001:db8:9::1", 0, 0)), false, 400);
		dataplane.fakeCache().add(route);
		dataplane.fakeCache().add(pair);
		given().get(PATH + "/entries?core=worker-0")
				.then()
				.body("entries", hasSize(2))
				.body("entries[0].core", equalTo("worker-0"))
				.body("entries[0].kind", equalTo("route"))
				.body("entries[0].matchedPrefix", equalTo("203.0.113.0/24"))
				.body("entries[0].nexthop", equalTo(17))
				.body("entries[0].source", equalTo(null))
				.body("entries[1].family", equalTo("ipv6"))
				.body("entries[1].source", equalTo("2001:db8:9::1"))
				.body("entries[1].sourcePrefix", equalTo(null))
				.body("entries[1].sourceNexthop", equalTo(null))
				.body("entries[1].live", equalTo(false));
		given().get(PATH + "/entries?limit=1").then().body("entries", hasSize(1));
		int before = dataplane.fakeCache().flushes();
		given().post(PATH + "/flush").then().statusCode(204);
		assertEquals(before + 1, dataplane.fakeCache().flushes());
		given().get(PATH + "/entries").then().body("entries", hasSize(0));
	}

	@Test
	void aCoreThatIsNotThereIsNamedBesideThoseThatAre() {
		given().get(PATH + "/entries?core=worker-7")
				.then()
				.statusCode(404)
				.body("parameter", equalTo("core"))
				.body("detail", containsString("There are: worker-0"));
	}

	private static Match match(String address, int nexthop, int length) {
		return new Match(IpAddress.parse(address), nexthop, length);
	}

	private static ValidatableResponse patch(String body) {
		return given().contentType("application/json").body(body).patch(PATH).then();
	}
}
