package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
		"{\"name\":\"wan0\",\"name\":\"wan1\",\"device\":\"net_null0\"} | '' | uplicate",
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

	@Test
	void mediaTypes() {
		given().contentType("text/plain")
				.body("wan0")
				.post("/api/v1/interfaces")
				.then()
				.statusCode(415)
				.body("type", equalTo("urn:signalbox:problem:unsupported-media-type"));
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
