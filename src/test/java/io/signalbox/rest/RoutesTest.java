package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class RoutesTest {
	private static final String ROUTES = "/api/v1/routes";
	private static final String ROUTE = ROUTES + "/203.0.113.0/24";
	private static final String VIA = "{\"nextHops\":[{\"address\":\"192.0.2.7\"}]}";
	private static final String VIA_OTHER = "{\"nextHops\":[{\"address\":\"192.0.2.8\",\"interface\":\"rt0\"}]}";

	@Inject
	FakeDataplane dataplane;

	@Inject
	Interfaces interfaces;

	@BeforeEach
	void addInterface() {
		interfaces.add(new InterfaceConfig(
				"rt0",
				"net_null_rt0",
				List.of(
						new InterfaceAddress(IpAddress.parse("192.0.2.1"), 24),
						new InterfaceAddress(IpAddress.parse("2001:db8:1::1"), 64))));
	}

	@AfterEach
	void removeEverything() {
		given().delete("/api/v1/route-sources/static").then().statusCode(204);
		interfaces.remove("rt0", before -> {});
	}

	private static RequestSpecification json(String body) {
		return given().contentType("application/json").body(body);
	}

	private static ValidatableResponse put(String body) {
		return json(body).put(ROUTE).then();
	}

	@Test
	@DisplayName("A3 PUT creates, then is the same without a new generation, then replaces")
	void putCreatesThenIsTheSameThenReplaces() {
		ValidatableResponse created = put(VIA).statusCode(201)
				.body("destinationPrefix", equalTo("203.0.113.0/24"))
				.body("source", equalTo("static"))
				.body("type", equalTo("unicast"))
				.body("nextHops[0].address", equalTo("192.0.2.7"))
				.body("nextHops[0].interface", equalTo("rt0"))
				.body("preference", equalTo(1))
				.body("active", equalTo(true))
				.body("inactiveReason", nullValue());
		String generation = created.extract().header("Fib-Generation");
		String etag = created.extract().header("ETag");
		int batches = dataplane.routeBatches();
		put(VIA).statusCode(200).header("Fib-Generation", generation).header("ETag", etag);
		assertEquals(batches, dataplane.routeBatches());
		assertFalse(put(VIA_OTHER).statusCode(200).extract().header("ETag").equals(etag));
		assertTrue(dataplane.routes().containsKey("203.0.113.0/24"), "success means forwarding");
	}

	@Test
	void getShowsAllCandidatesAndDeleteGivesWay() {
		put(VIA).statusCode(201);
		given().contentType("text/plain").body("203.0.113.0/24 192.0.2.9\n")
				.put("/api/v1/route-sources/peer/routes").then().statusCode(200);
		given().get(ROUTE).then().statusCode(200)
				.body("routes.source", contains("static", "peer"))
				.body("routes.active", contains(true, false))
				.body("routes[1].inactiveReason", equalTo("not-best"));
		given().delete(ROUTE).then().statusCode(204);
		given().get(ROUTE).then().statusCode(200).header("ETag", nullValue())
				.body("routes.source", contains("peer")).body("routes.active", contains(true));
		given().delete(ROUTE).then().statusCode(404);
		given().delete("/api/v1/route-sources/peer").then().statusCode(204);
		given().get(ROUTE).then().statusCode(404).body("type", equalTo("urn:signalbox:problem:not-found"));
	}

	@Test
	void unresolvedRouteWaitsForItsInterface() {
		put("{\"nextHops\":[{\"address\":\"198.51.100.9\"}]}").statusCode(201)
				.body("active", equalTo(false))
				.body("inactiveReason", equalTo("unresolved"))
				.body("inactiveDetail", containsString("no active route leads to 198.51.100.9"));
		assertFalse(dataplane.routes().containsKey("203.0.113.0/24"));
		InterfaceAddress added = new InterfaceAddress(IpAddress.parse("198.51.100.1"), 24);
		interfaces.addAddress("rt0", added, before -> {});
		given().get(ROUTE).then().body("routes[0].active", equalTo(true));
	}

	@Test
	void guardsThatDoNotHoldChangeNothing() {
		json(VIA).header("If-Match", "*").put(ROUTE).then().statusCode(412);
		given().get(ROUTE).then().statusCode(404);
		String etag = put(VIA).extract().header("ETag");
		json(VIA_OTHER).header("If-None-Match", "*").put(ROUTE).then().statusCode(412)
				.body("type", equalTo("urn:signalbox:problem:precondition-failed"));
		json(VIA_OTHER).header("If-Match", "\"other\"").put(ROUTE).then().statusCode(412);
		given().header("If-Match", "\"other\"").delete(ROUTE).then().statusCode(412);
		given().get(ROUTE).then().statusCode(200).header("ETag", etag);
		json(VIA_OTHER).header("If-Match", etag).put(ROUTE).then().statusCode(200);
	}

	@ParameterizedTest(name = "A1 {0} has the canonical form {1}")
	@CsvSource({"10.0.0.1/8, 10.0.0.0/8", "2001:db8::1/64, 2001:db8::/64"})
	void hostBitsAreRefusedWithTheCanonicalForm(String prefix, String canonical) {
		json(VIA).put(ROUTES + "/" + prefix).then().statusCode(400)
				.body("type", equalTo("urn:signalbox:problem:non-canonical-prefix"))
				.body("canonical", equalTo(canonical))
				.body("detail", containsString(canonical));
	}

	@Test
	@DisplayName("A2 two spellings of ::/0 are one route")
	void spellingsAreOneRoute() {
		String via = "{\"nextHops\":[{\"address\":\"2001:db8:1::7\"}]}";
		json(via).put(ROUTES + "/::/0").then().statusCode(201);
		json(via).put(ROUTES + "/0:0:0:0:0:0:0:0/0").then().statusCode(200);
		given().delete(ROUTES + "/0::0/0").then().statusCode(204);
	}

	@ParameterizedTest(name = "{0} is refused at {1}")
	@CsvSource(delimiter = '|', value = {
		"{} | 400 | /nextHops",
		"'' | 400 | ''",
		"{ | 400 | ''",
		"{\"nextHops\":[{\"address\":\"192.0.2.300\"}]} | 400 | /nextHops/0/address",
		"{\"nextHops\":[{\"address\":\"fe80::1\"}]} | 400 | /nextHops/0/address",
		"{\"nextHops\":[{\"address\":\"192.0.2.7\"},{\"address\":\"192.0.2.7\"}]} | 400 | /nextHops",
		"{\"nextHops\":[{\"address\":\"192.0.2.7\"}],\"metric\":-1} | 400 | /metric",
		"{\"type\":\"blackhole\",\"colour\":1} | 400 | /colour",
	})
	void badBodyIsRefused(String body, int status, String pointer) {
		put(body).statusCode(status).contentType("application/problem+json").body("pointer", equalTo(pointer));
	}

	@Test
	void otherVrfIsNotFound() {
		given().get(ROUTES + "?vrf=red").then().statusCode(404);
		json(VIA).put(ROUTE + "?vrf=red").then().statusCode(404);
		json("[]").post(ROUTES + "/batch?vrf=red").then().statusCode(404);
	}

	@Test
	void fullFibIsAnswered507AndLeavesTheTable() {
		Map<String, Integer> before = dataplane.routes();
		dataplane.refuseNext(DataplaneException.Reason.NO_CAPACITY);
		put("{\"type\":\"blackhole\"}").statusCode(507).body("type", equalTo("urn:signalbox:problem:no-capacity"));
		assertEquals(before, dataplane.routes());
		given().get(ROUTE).then().statusCode(404);
	}

	@Test
	void listingGoesPageByPageAndFilters() {
		put(VIA).statusCode(201);
		given().contentType("text/plain").body("203.0.113.0/24 192.0.2.9\n203.0.113.0/25 192.0.2.9\n")
				.put("/api/v1/route-sources/peer/routes").then().statusCode(200);
		String within = ROUTES + "?within=203.0.113.0/24";
		given().get(within).then().statusCode(200)
				.body("routes.destinationPrefix", contains("203.0.113.0/24", "203.0.113.0/24", "203.0.113.0/25"))
				.body("next", nullValue());
		String first = given().get(within + "&limit=1").then().body("routes.source", contains("static"))
				.extract().path("next");
		assertEquals("203.0.113.0/24,static", first);
		String second = given().queryParam("after", first).get(within + "&limit=1").then()
				.body("routes.source", contains("peer")).extract().path("next");
		given().queryParam("after", second).get(within + "&limit=1").then()
				.body("routes.destinationPrefix", contains("203.0.113.0/25")).body("next", nullValue());
		given().get(within + "&source=static").then().body("routes.source", contains("static"));
		given().get(ROUTES + "?family=ipv6&source=peer").then().body("routes", empty());
		given().get(ROUTES + "?after=nonsense").then().statusCode(400).body("parameter", equalTo("after"));
		given().get(ROUTES + "?limit=0").then().statusCode(400).body("parameter", equalTo("limit"));
		given().delete("/api/v1/route-sources/peer").then().statusCode(204);
	}

	@Test
	void streamHasARouteALine() {
		String body = IntStream.range(0, 5_000)
				.mapToObj(at -> "10." + (at >> 8) + "." + (at & 255) + ".0/24 192.0.2.9")
				.collect(Collectors.joining("\n"));
		given().contentType("text/plain").body(body).put("/api/v1/route-sources/peer/routes").then().statusCode(200);
		String text = given().accept("application/x-ndjson").get(ROUTES + "?source=peer").then().statusCode(200)
				.contentType("application/x-ndjson").extract().asString();
		List<String> lines = Arrays.asList(text.split("\n"));
		assertEquals(5_000, lines.size());
		assertTrue(lines.getLast().startsWith("{\"destinationPrefix\":\"10.19.135.0/24\""), lines.getLast());
		String few = given().accept("application/x-ndjson").get(ROUTES + "?source=peer&limit=3").then().extract().asString();
		assertEquals(3, few.split("\n").length);
		given().delete("/api/v1/route-sources/peer").then().statusCode(204);
	}

	@Test
	void nexthopsAndLookupFollow() {
		put(VIA).statusCode(201);
		given().get("/api/v1/nexthops").then().statusCode(200)
				.body("nexthops.address", hasItem("192.0.2.7"))
				.body("nexthops.type", hasItem("local"));
		given().get("/api/v1/lookup?destination=203.0.113.9").then().statusCode(200)
				.body("outcome", equalTo("resolve"))
				.body("matchedPrefix", equalTo("203.0.113.0/24"))
				.body("source", equalTo("static"))
				.body("interface", equalTo("rt0"))
				.body("address", equalTo("192.0.2.7"));
		given().get("/api/v1/lookup?destination=198.51.100.1").then().statusCode(200)
				.body("outcome", equalTo("drop"))
				.body("dropReason", equalTo("no_route"))
				.body("matchedPrefix", nullValue());
		given().get("/api/v1/lookup").then().statusCode(400).body("parameter", equalTo("destination"));
		given().get("/api/v1/lookup?destination=192.0.2.9&source=::1").then().statusCode(400);
		given().get("/api/v1/lookup?destination=192.0.2.9&interface=no0").then().statusCode(404);
	}
}
