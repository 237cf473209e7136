package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.specification.RequestSpecification;
import io.signalbox.rest.dto.Problem;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class ProblemsTest {
	@ParameterizedTest(name = "{0} {1} is {2} {3}")
	@CsvSource({
		"GET, /api/v1/nowhere, 404, unknown-path",
		"GET, /nowhere, 404, unknown-path",
		"GET, /api/v1/interfaces/wan0/nowhere, 404, unknown-path",
		"DELETE, /api/v1/system, 405, method-not-allowed",
		"PUT, /api/v1/interfaces/wan0, 405, method-not-allowed",
		"GET, /api/v1/interfaces/none0, 404, not-found",
		"GET, /api/v1/neighbors/none0/192.0.2.1, 404, not-found",
		"GET, /api/v1/statistics/fib?vrf=red, 404, not-found",
		"GET, /api/v1/statistics/fib?vrf=default&vrf=default, 400, invalid-parameter",
		"GET, /api/v1/system?verbose=true, 400, unknown-parameter",
		"GET, /api/v1/neighbors/wan0/300.1.1.1, 400, invalid-parameter",
	})
	void answersAProblem(String method, String path, int status, String type) {
		given().request(method, path)
				.then()
				.statusCode(status)
				.contentType("application/problem+json")
				.body("type", equalTo("urn:signalbox:problem:" + type))
				.body("status", equalTo(status));
	}

	@Test
	@DisplayName("an unknown query parameter is named, and so are those that exist")
	void unknownParameter() {
		given().get("/api/v1/neighbors?interfce=wan0")
				.then()
				.statusCode(400)
				.body("parameter", equalTo("interfce"))
				.body("detail", containsString("interface"));
	}

	@ParameterizedTest
	@ValueSource(strings = {"/api/v1/lookup?destination=192.0.2.1&interface=none0", "/api/v1/neighbors?interface=none0"})
	@DisplayName("an interface that a query names and that is not there: those that are, are named")
	void unknownInterface(String path) {
		given().contentType("application/json").body("{\"name\":\"known0\",\"device\":\"net_null_known\"}")
				.post("/api/v1/interfaces").then().statusCode(201);
		given().get(path)
				.then()
				.statusCode(404)
				.body("parameter", equalTo("interface"))
				.body("detail", containsString("There is no interface 'none0'. There are: "))
				.body("detail", containsString("known0"));
		given().delete("/api/v1/interfaces/known0").then().statusCode(204);
	}

	@Test
	void aBodyThatEndsTooEarlyIsTheClientsMatter() {
		Response answer = new ProblemMapper(null).cutShort(new IOException("Connection was closed"));
		assertEquals(400, answer.getStatus());
	}

	@ParameterizedTest(name = "{0} is refused at {1}")
	@CsvSource(delimiter = '|', value = {
		"{\"name\":\"wan0\" | '' | JSON",
		"'' | '' | empty",
		"null | '' | empty",
		"[] | '' | object",
		"{\"name\":\"wan0\"} | /device | missing",
		"{\"name\":7,\"device\":\"net_null0\"} | /name | string",
		"{\"name\":null,\"device\":\"net_null0\"} | /name | null",
		"{\"name\":\"wan0\",\"device\":\"net_null0\",\"mtu\":null} | /mtu | null",
		"{\"name\":\"wan0\",\"device\":\"net_null0\",\"mtu\":\"1500\"} | /mtu | integer",
		"{\"name\":\"wan0\",\"device\":\"net_null0\",\"mtu\":1500.5} | /mtu | integer",
		"{\"name\":\"wan0\",\"device\":\"net_null0\",\"mtu\":99999999999} | /mtu | integer",
		"{\"name\":\"wan0\",\"device\":\"net_null0\",\"adminUp\":\"yes\"} | /adminUp | true",
		"{\"name\":\"wan0\",\"device\":\"net_null0\",\"addresses\":\"192.0.2.1/24\"} | /addresses | array",
		"{\"name\":\"wan0\",\"device\":\"net_null0\",\"addresses\":[null]} | /addresses/0 | null",
		"{\"name\":\"wan0\",\"device\":\"net_null0\",\"addresses\":[\"192.0.2.1/24\",\"x/24\"]} | /addresses/1 | IPv4",
		"{\"name\":\"wan0\",\"device\":\"net_null0\",\"colour\":\"red\"} | /colour | adminUp",
		"{\"name\":\"wan0\",\"name\":\"wan1\",\"device\":\"net_null0\"} | '' | twice",
		"{\"name\":\"wan0\",\"device\":\"net_null0\"}{} | '' | goes on",
	})
	void refusesBodies(String body, String pointer, String detail) {
		given().contentType("application/json")
				.body(body)
				.post("/api/v1/interfaces")
				.then()
				.statusCode(400)
				.contentType("application/problem+json")
				.body("type", equalTo("urn:signalbox:problem:invalid-request"))
				.body("pointer", equalTo(pointer))
				.body("detail", containsString(detail));
	}

	@ParameterizedTest(name = "of {0}: {1}")
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
		"{\"a\":1 | line 1, column 7: it ends too early",
		"{a:1} | line 1, column 2: unexpected 'a'",
		"{\"a\":'x'} | line 1, column 6: unexpected '''",
		"{\"a\":1] | line 1, column 7: unexpected ']'",
		"{\"a\":tru} | line 1, column 6: 'tru' is no value",
		"{\"a\":01} | line 1, column 7",
		"{\"name\":\"x\",\"name\":\"y\"} | line 1, column 19: the member 'name' is given twice",
	})
	@DisplayName("a body that is no JSON is told by its place and text, without the parser's own words")
	void syntax(String body, String detail) {
		given().contentType("application/json")
				.body(body)
				.patch("/api/v1/interfaces/any0")
				.then()
				.statusCode(400)
				.body("detail", equalTo("The body is not valid JSON at " + detail));
	}

	@ParameterizedTest(name = "{0} {1} {2}")
	@CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", value = {
		"GET | /lookup?destination=LONG | - | -",
		"GET | /routes?limit=LONG | - | -",
		"GET | /statistics/fib?LONG=1 | - | -",
		"GET | /LONG | - | -",
		"GET | /interfaces/LONG | - | -",
		"GET | /feeds/LONG | - | -",
		"GET | /route-sources/LONG | - | -",
		"GET | /routes?vrf=LONG | - | -",
		"PUT | /vrfs/LONG | - | -",
		"DELETE | /neighbors/LONG/192.0.2.1 | - | -",
		"POST | /interfaces | application/json | {\"name\":\"LONG\",\"device\":\"net_null0\"}",
		"POST | /interfaces | application/json | {\"name\":\"x\",\"device\":\"net_null0\",\"addresses\":[\"LONG\"]}",
		"POST | /interfaces | application/json | {\"LONG\":1}",
		"PATCH | /rp-filter | application/json | {\"interfaces\":{\"LONG\":\"strict\"}}",
		"PATCH | /rp-filter | application/json | {\"default\":\"LONG\"}",
		"PUT | /routes/203.0.113.0/24 | application/json | {\"type\":\"LONG\"}",
		"PUT | /routes/203.0.113.0/24 | application/json | {\"LONG\":1}",
		"PUT | /routes/203.0.113.0/24 | application/json | {\"nextHops\":[{\"interface\":\"LONG\"}]}",
		"PUT | /route-sources/lab/routes | application/x-ndjson | {\"destinationPrefix\":\"LONG\"}",
		"PUT | /route-sources/lab/routes | application/x-ndjson | LONG",
		"PUT | /route-sources/lab/routes | text/plain | LONG LONG",
		"PUT | /route-sources/LONG/routes | text/plain | 203.0.113.0/24 192.0.2.1",
		"PUT | /route-sources/lab/routes | x/LONG | 203.0.113.0/24 192.0.2.1",
	})
	@DisplayName("what a client wrote is told back short, and without what a terminal acts on")
	void longWords(String method, String path, String type, String body) {
		String escape = "\\u001b[2J";
		String inPath = "%1b%5b2J" + "y".repeat(3_000);
		RequestSpecification request = given().urlEncodingEnabled(false);
		if (type != null) {
			request.contentType(type.replace("LONG", "y".repeat(3_000)));
			String word = (type.endsWith("json") ? escape : "\u001b[2J") + "y".repeat(30_000);
			request.body(body.replace("LONG", word).getBytes(StandardCharsets.UTF_8));
		}
		Problem problem = request.request(method, "/api/v1" + path.replace("LONG", inPath))
				.then()
				.contentType("application/problem+json")
				.extract()
				.as(Problem.class);
		assertTrue(problem.detail().length() < 500, problem.detail());
		assertTrue(problem.detail().codePoints().noneMatch(Character::isISOControl), problem.detail());
		assertTrue(problem.pointer() == null || problem.pointer().length() < 300);
		assertTrue(problem.parameter() == null || problem.parameter().length() < 300);
	}

	@Test
	void mediaTypes() {
		given().contentType("text/plain")
				.body("wan0")
				.post("/api/v1/interfaces")
				.then()
				.statusCode(415)
				.body("type", equalTo("urn:signalbox:problem:unsupported-media-type"))
				.body("detail", startsWith("POST /api/v1/interfaces takes application/json: say so in Content-Type, which is"
						+ " text/plain"));
		given().contentType("application/x-www-form-urlencoded")
				.body("203.0.113.0/24 192.0.2.1")
				.put("/api/v1/route-sources/feed/routes")
				.then()
				.statusCode(415)
				.body("detail", containsString("takes application/x-ndjson or text/plain or application/mrt: "));
		given().accept("image/png")
				.get("/api/v1/system")
				.then()
				.statusCode(406)
				.contentType("application/problem+json")
				.body("type", equalTo("urn:signalbox:problem:not-acceptable"));
	}

	@Test
	void allowsAreNamed() {
		given().delete("/api/v1/system").then().statusCode(405).header("Allow", containsString("GET"));
	}
}
