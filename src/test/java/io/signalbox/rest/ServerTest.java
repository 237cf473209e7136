package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.FakeDataplane;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class ServerTest {
	@Inject
	FakeDataplane dataplane;

	@TestHTTPResource
	URI server;

	@Test
	void theDocumentIsServedAsItWasWritten() {
		String served = given().accept("application/yaml").get("/q/openapi").then().statusCode(200).extract().asString();
		assertEquals(Document.read().tree(), Document.parse(served));
	}

	@ParameterizedTest
	@ValueSource(strings = {"/", "/signalbox.js", "/signalbox.css", "/favicon.svg", "/api/v1/system", "/api/v1/nowhere"})
	@DisplayName("every answer forbids other origins' scripts, styles and frames")
	void securityHeaders(String path) {
		given().get(path)
				.then()
				.header("Content-Security-Policy", containsString("default-src 'none'"))
				.header("Content-Security-Policy", not(containsString("unsafe")))
				.header("X-Content-Type-Options", equalTo("nosniff"))
				.header("Referrer-Policy", equalTo("no-referrer"))
				.header("Cross-Origin-Resource-Policy", equalTo("same-origin"));
	}

	@Test
	@DisplayName("the page loads nothing from elsewhere and has no script or style within, which its policy would refuse")
	void thePageIsWhole() {
		String page = given().get("/").then().statusCode(200).contentType("text/html").extract().asString();
		assertTrue(page.contains("src=\"signalbox.js\"") && page.contains("href=\"signalbox.css\""), page);
		String all = page + given().get("/signalbox.js").asString() + given().get("/signalbox.css").asString();
		assertTrue(!all.contains("http://") && !all.contains("https://"), "an address of another server");
		assertTrue(!page.contains("<style") && !page.contains(" style=") && !page.contains(" on"), page);
		assertTrue(!all.contains("innerHTML"), "markup made of text");
	}

	@Test
	void probesAreSaid() {
		given().get("/q/health/live").then().statusCode(200).body("status", equalTo("UP"));
		given().get("/q/health/started").then().statusCode(200).body("status", equalTo("UP"));
		given().get("/q/health/ready").then().statusCode(200).body("status", equalTo("UP"));
	}

	@Test
	void metricsHaveOursAndTheJvms() {
		given().accept("text/plain")
				.get("/q/metrics")
				.then()
				.statusCode(200)
				.body(containsString("signalbox_data_plane_running 1.0"))
				.body(containsString("signalbox_core_busy_cycles_total{core=\"worker-0\""))
				.body(containsString("signalbox_fib_routes{family=\"ipv6\""))
				.body(containsString("jvm_memory_used_bytes{"));
	}

	@Test
	@DisplayName("a body of 1 MiB is the most: one byte more is 413, with its length said or without")
	void bodySize() throws IOException, InterruptedException {
		byte[] most = new byte[1 << 20];
		Arrays.fill(most, (byte) ' ');
		byte[] more = Arrays.copyOf(most, most.length + 1);
		more[most.length] = ' ';
		assertProblem(post(BodyPublishers.ofByteArray(most)), 400, "invalid-request");
		assertProblem(post(BodyPublishers.ofByteArray(more)), 413, "too-large");
		assertProblem(post(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(most))), 400, "invalid-request");
		assertProblem(post(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(more))), 413, "too-large");
	}

	private HttpResponse<String> post(HttpRequest.BodyPublisher body) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(server.resolve("/api/v1/interfaces"))
				.version(HttpClient.Version.HTTP_1_1)
				.header("Content-Type", "application/json")
				.POST(body)
				.build();
		try (HttpClient client = HttpClient.newHttpClient()) {
			return client.send(request, BodyHandlers.ofString());
		}
	}

	private static void assertProblem(HttpResponse<String> answer, int status, String type) {
		assertEquals(status, answer.statusCode(), answer::body);
		assertTrue(answer.body().contains("urn:signalbox:problem:" + type), answer::body);
	}

	@ParameterizedTest
	@CsvSource({
		"INVALID, 400, invalid-request",
		"NOT_FOUND, 404, not-found",
		"CONFLICT, 409, conflict",
		"NO_DEVICE, 422, unprocessable",
		"NOT_RUNNING, 503, not-running",
		"NO_CAPACITY, 507, no-capacity",
	})
	void whatTheDataPlaneRefusesIsSaid(Reason reason, int status, String type) {
		dataplane.refuseNext(reason);
		given().contentType("application/json")
				.body("{\"name\":\"refused0\",\"device\":\"net_null9\",\"addresses\":[\"198.19.0.1/24\"]}")
				.post("/api/v1/interfaces")
				.then()
				.statusCode(status)
				.contentType("application/problem+json")
				.body("type", equalTo("urn:signalbox:problem:" + type))
				.body("detail", containsString("refused on purpose"));
		given().get("/api/v1/interfaces/refused0").then().statusCode(404);
	}

	@Test
	void aDefectHasAnIdAndNoInnards() {
		dataplane.refuseNext(Reason.FAILED);
		given().contentType("application/json")
				.body("{\"name\":\"refused0\",\"device\":\"net_null9\",\"addresses\":[\"198.19.0.1/24\"]}")
				.post("/api/v1/interfaces")
				.then()
				.statusCode(500)
				.contentType("application/problem+json")
				.body("type", equalTo("urn:signalbox:problem:data-plane-failed"))
				.body("id", matchesPattern("[0-9a-f-]{36}"))
				.body("detail", not(containsString("Exception")))
				.body(not(containsString("io.signalbox")));
	}

	@Test
	void guardsAreTakenFromTheHeaders() {
		String etag = given().contentType("application/json")
				.body("{\"name\":\"guard0\",\"device\":\"net_null8\"}")
				.post("/api/v1/interfaces")
				.then()
				.statusCode(201)
				.header("Location", "/api/v1/interfaces/guard0")
				.extract()
				.header("ETag");
		String change = "{\"mtu\":1400}";
		given().contentType("application/json").body(change).header("If-Match", "\"x\"").patch("/api/v1/interfaces/guard0")
				.then().statusCode(412).body("detail", containsString(etag.replace("\"", "")));
		String now = given().contentType("application/json").body(change).header("If-Match", etag)
				.patch("/api/v1/interfaces/guard0").then().statusCode(200).body("mtu", equalTo(1400)).extract().header("ETag");
		given().get("/api/v1/interfaces/guard0").then().header("ETag", equalTo(now)).header("ETag", not(equalTo(etag)));
		given().header("If-Match", now).delete("/api/v1/interfaces/guard0").then().statusCode(204);
	}
}
