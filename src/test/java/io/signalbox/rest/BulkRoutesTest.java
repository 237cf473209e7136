package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import io.signalbox.dataplane.FakeDataplane;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class BulkRoutesTest {
	private static final String BATCH = "/api/v1/routes/batch";
	private static final String HELD = "/api/v1/route-sources/held";
	private static final String PEER = "/api/v1/route-sources/peer";
	private static final int MANY = 100_000;

	@Inject
	FakeDataplane dataplane;

	@AfterEach
	void removeRoutes() {
		given().delete("/api/v1/route-sources/static").then().statusCode(204);
		send("text/plain", "").put(PEER + "/routes").then().statusCode(200);
	}

	private static String put(int at) {
		return "{\"op\":\"put\",\"destinationPrefix\":\"10." + (at >> 8 & 255) + "." + (at & 255)
				+ "." + (at >> 16 << 4) + "/28\",\"type\":\"blackhole\"}";
	}

	/** As bytes: rest-assured knows no text of these types. */
	private static RequestSpecification send(String contentType, String body) {
		return given().contentType(contentType).body(body.getBytes(StandardCharsets.UTF_8));
	}

	private static ValidatableResponse batch(String contentType, String query, String body) {
		return send(contentType, body).post(BATCH + query).then();
	}

	@Test
	void batchIsAppliedInOrder() {
		batch("application/json", "", "[" + put(1) + "," + put(2) + "," + put(2)
						+ ",{\"op\":\"delete\",\"destinationPrefix\":\"10.0.1.0/28\"}]")
				.statusCode(200)
				.body("added", equalTo(1))
				.body("removed", equalTo(0))
				.body("unchanged", equalTo(3));
		given().get("/api/v1/routes?source=static").then()
				.body("routes.destinationPrefix", contains("10.0.2.0/28"));
	}

	@ParameterizedTest(name = "A4 one bad element of 100,000 in {0}: its index and reason, and nothing applied")
	@ValueSource(strings = {"application/json", "application/x-ndjson"})
	void oneBadElementStopsTheBatch(String contentType) {
		boolean array = contentType.equals("application/json");
		String body = IntStream.range(0, MANY)
				.mapToObj(at -> at == MANY / 2 ? put(1).replace("10.0.1.0/28", "10.0.0.1/8") : put(at))
				.collect(Collectors.joining(array ? "," : "\n", array ? "[" : "", array ? "]" : ""));
		Map<String, Integer> before = dataplane.routes();
		int batches = dataplane.routeBatches();
		batch(contentType, "", body)
				.statusCode(400)
				.body("type", equalTo("urn:signalbox:problem:non-canonical-prefix"))
				.body("index", equalTo(MANY / 2))
				.body("canonical", equalTo("10.0.0.0/8"))
				.body("detail", containsString("10.0.0.1/8 has host bits set: the prefix is 10.0.0.0/8"));
		assertEquals(before, dataplane.routes());
		assertEquals(batches, dataplane.routeBatches());
	}

	@Test
	void eachElementStandsAloneWhenNotAtomic() {
		batch("application/x-ndjson", "?atomic=false", put(1) + "\n{x}\n" + put(1) + "\n" + put(2)
						+ "\n{\"op\":\"delete\",\"destinationPrefix\":\"10.0.2.0/28\"}")
				.statusCode(200)
				.body("results.result", contains("added", "rejected", "unchanged", "added", "removed"))
				.body("results.index", contains(0, 1, 2, 3, 4))
				.body("rejected", equalTo(1))
				.body("added", equalTo(2));
	}

	/** Sixty megabytes of them once filled the heap. */
	@Test
	void elementsThatStandAloneAreBoundedAndNoneIsApplied() {
		Map<String, Integer> before = dataplane.routes();
		batch("application/x-ndjson", "?atomic=false", (put(1) + "\n").repeat(MANY + 1)).statusCode(413)
				.body("type", equalTo("urn:signalbox:problem:too-large"));
		batch("application/x-ndjson", "?atomic=false", put(1) + "\n" + "x\n".repeat(MANY + 1)).statusCode(400)
				.body("index", equalTo(MANY + 1))
				.body("detail", containsString("the reading ends here"));
		send("text/plain", "x\n".repeat(MANY + 1)).put(PEER + "/routes?dryRun=true").then().statusCode(400);
		assertEquals(before, dataplane.routes());
	}

	@Test
	void differentNexthopsAreBounded() {
		String body = IntStream.range(0, (1 << 17) + 2)
				.mapToObj(at -> "10.0.0.0/8 198." + (16 + (at >> 16)) + "." + (at >> 8 & 255) + "." + (at & 255))
				.collect(Collectors.joining("\n"));
		send("text/plain", body).put(PEER + "/routes").then().statusCode(507)
				.body("detail", containsString("different next hops"));
	}

	@Test
	void aReplacementIsHeldToTheStateThatWasRead() {
		send("text/plain", "10.0.0.0/8 blackhole").header("If-None-Match", "*").put(HELD + "/routes").then()
				.statusCode(200);
		String etag = given().get(HELD).then().extract().header("ETag");
		send("text/plain", "11.0.0.0/8 blackhole").header("If-None-Match", "*").put(HELD + "/routes").then()
				.statusCode(412);
		send("text/plain", "11.0.0.0/8 blackhole").header("If-Match", etag).put(HELD + "/routes").then()
				.statusCode(200).body("removed", equalTo(1));
		assertNotEquals(etag, given().get(HELD).then().extract().header("ETag"));
		send("text/plain", "12.0.0.0/8 blackhole").header("If-Match", etag).put(HELD + "/routes").then()
				.statusCode(412).body("type", equalTo("urn:signalbox:problem:precondition-failed"));
		given().get("/api/v1/routes/11.0.0.0/8").then().statusCode(200);
		given().header("If-Match", etag).delete(HELD).then().statusCode(412);
		given().delete(HELD).then().statusCode(204);
	}

	@Test
	void replaceCountsDifferencesAndDryRunChangesNothing() {
		String first = """
				{"destinationPrefix":"10.0.0.0/8","type":"blackhole"}
				{"destinationPrefix":"11.0.0.0/8","type":"blackhole"}
				{"destinationPrefix":"2001:db8::/32","type":"prohibit"}
				""";
		send("application/x-ndjson", first).put(PEER + "/routes").then()
				.statusCode(200).body("added", equalTo(3));
		String second = "# changed\r\n10.0.0.0/8 unreachable\r\n2001:db8::/32 prohibit\r\n12.0.0.0/8 blackhole\r\n";
		Map<String, Integer> before = dataplane.routes();
		send("text/plain", second + "13.0.0.1/8 blackhole\n").put(PEER + "/routes?dryRun=true").then()
				.statusCode(200)
				.body("added", equalTo(1)).body("changed", equalTo(1)).body("removed", equalTo(1))
				.body("unchanged", equalTo(1)).body("rejected", equalTo(1))
				.body("rejections[0].index", equalTo(4))
				.body("rejections[0].detail", containsString("line 5: 13.0.0.1/8 has host bits set"));
		assertEquals(before, dataplane.routes());
		long records = dataplane.routeRecords();
		send("text/plain", second).put(PEER + "/routes").then()
				.statusCode(200)
				.body("added", equalTo(1)).body("changed", equalTo(1)).body("removed", equalTo(1))
				.body("unchanged", equalTo(1)).body("rejected", equalTo(0));
		assertEquals(records + 3, dataplane.routeRecords());
	}

	@Test
	@DisplayName("A4 a bad line of a source's routes is named, and the source stays as it was")
	void badLineLeavesTheSource() {
		send("text/plain", "10.0.0.0/8 blackhole\n").put(PEER + "/routes").then().statusCode(200);
		send("text/plain", "11.0.0.0/8 blackhole\n\n12.0.0.0/8 via\n").put(PEER + "/routes").then()
				.statusCode(400)
				.body("index", equalTo(2))
				.body("detail", equalTo("line 3: 'via' is not an IPv4 address: four numbers 0 to 255 with dots between, "
						+ "no leading zeros"));
		given().get("/api/v1/routes?source=peer").then().body("routes.destinationPrefix", contains("10.0.0.0/8"));
	}

	@Test
	@DisplayName("M8 M9 a gzip body is told by its magic; one that is cut short changes nothing")
	void gzipBodyIsUnpacked() throws IOException {
		byte[] packed = gzip("10.0.0.0/8 blackhole\n".repeat(1_000) + "11.0.0.0/8 blackhole\n");
		given().contentType("text/plain").body(packed).put(PEER + "/routes").then()
				.statusCode(200).body("added", equalTo(2));
		given().contentType("text/plain").body(Arrays.copyOf(packed, packed.length - 12)).put(PEER + "/routes").then()
				.statusCode(400).body("detail", containsString("cut short"));
		given().get(PEER).then().body("routesIpv4", equalTo(2));
	}

	private static byte[] gzip(String text) throws IOException {
		ByteArrayOutputStream packed = new ByteArrayOutputStream();
		try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
			out.write(text.getBytes(StandardCharsets.UTF_8));
		}
		return packed.toByteArray();
	}

	@Test
	void sourcesHaveDistancesAndGuards() {
		send("text/plain", "10.0.0.0/8 blackhole\n").put(PEER + "/routes").then().statusCode(200);
		given().get("/api/v1/route-sources").then().statusCode(200)
				.body("sources.source", hasItems("connected", "static", "peer"));
		String etag = given().get(PEER).then().statusCode(200)
				.body("distance", equalTo(200)).body("routesIpv4", equalTo(1)).extract().header("ETag");
		given().contentType("application/json").header("If-Match", "\"no\"").body("{\"distance\":20}").patch(PEER)
				.then().statusCode(412);
		given().contentType("application/json").header("If-Match", etag).body("{\"distance\":20}").patch(PEER)
				.then().statusCode(200).body("distance", equalTo(20));
		given().contentType("application/json").body("{\"distance\":0}").patch(PEER).then().statusCode(400);
		given().contentType("application/json").body("{\"distance\":200}").patch(PEER).then().statusCode(200);
		given().get("/api/v1/route-sources/nobody").then().statusCode(404);
		given().delete("/api/v1/route-sources/nobody").then().statusCode(404);
		given().delete("/api/v1/route-sources/connected").then().statusCode(409);
		send("text/plain", "").put("/api/v1/route-sources/connected/routes").then().statusCode(409);
		send("text/plain", "").put("/api/v1/route-sources/a%20b/routes").then().statusCode(400)
				.body("parameter", equalTo("source"));
		send("application/xml", "").put(PEER + "/routes").then().statusCode(415);
	}
}
