package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.report.LevelResolver;
import com.atlassian.oai.validator.report.ValidationReport.Level;
import com.atlassian.oai.validator.restassured.OpenApiValidationFilter;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import io.signalbox.feed.Feeds;
import io.signalbox.feed.KnownFeed;
import io.signalbox.feed.mrt.Bytes;
import io.signalbox.feed.mrt.MrtWriter;
import io.signalbox.feed.mrt.PathAttributes;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One walk through every operation, with what is right and what is wrong, each answer held against openapi.yaml. */
@QuarkusTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayName("every answer is as openapi.yaml says")
class AnswersTest {
	private static final String JSON = "application/json";
	private static final String NDJSON = "application/x-ndjson";
	private static final String MRT = "application/mrt";
	private static final String NOTHING = null;

	@TestHTTPResource
	URL server;

	@Inject
	Feeds feeds;

	private final Document document = Document.read();
	private final OpenApiValidationFilter validation = new OpenApiValidationFilter(
			OpenApiInteractionValidator.createForInlineApiSpecification(document.text())
					.withLevelResolver(LevelResolver.create()
							.withLevel("validation.request", Level.IGNORE)
							.build())
					.build());
	private final Set<String> succeeded = new TreeSet<>();
	private final Set<String> failed = new TreeSet<>();

	@BeforeAll
	void startFeed() {
		feeds.start(new KnownFeed());
	}

	/** A request and the status that it must get. */
	record Step(String method, String path, String contentType, String body, String ifMatch, int status) {
		Step(String method, String path, int status) {
			this(method, path, NOTHING, NOTHING, NOTHING, status);
		}

		Step(String method, String path, String body, int status) {
			this(method, path, JSON, body, NOTHING, status);
		}

		@Override
		public String toString() {
			return method + " " + path + (body == null || MRT.equals(contentType) ? "" : " " + body) + " is " + status;
		}
	}

	/** The interfaces are called {@code walk0} and {@code walk1}, so as not to meet those of other tests. */
	static Step[] steps() {
		return new Step[] {
			new Step("GET", "/system", 200),
			new Step("GET", "/system?x=1", 400),
			new Step("GET", "/system/configuration", 200),
			new Step("GET", "/system/configuration?kind=setting&limit=2&after=setting:cache.mode", 200),
			new Step("GET", "/system/configuration?kind=settings", 400),
			new Step("GET", "/system/configuration?after=cache.mode", 400),
			new Step("DELETE", "/system/configuration/stored", 200),
			new Step("DELETE", "/system/configuration/stored?kind=interface", 400),
			new Step("DELETE", "/system/configuration/stored?kind=interface&key=none0", 404),
			// feeds
			new Step("GET", "/feeds", 200),
			new Step("GET", "/feeds?x=1", 400),
			new Step("GET", "/feeds/fpm", 200),
			new Step("GET", "/feeds/none", 404),
			new Step("GET", "/feeds/fpm?x=1", 400),
			// interfaces
			new Step("POST", "/interfaces", walk("walk0", "net_null0", "198.18.0.1/24"), 201),
			new Step("POST", "/interfaces", walk("walk0", "net_null1", "198.18.1.1/24"), 409),
			new Step("POST", "/interfaces", walk("walk1", "net_null99", "198.18.1.1/24"), 422),
			new Step("POST", "/interfaces", walk("walk1", "net_null1", "198.18.1.300/24"), 400),
			new Step("POST", "/interfaces", walk("no name", "net_null1", "198.18.1.1/24"), 400),
			new Step("POST", "/interfaces", "{\"name\":\"walk1\",\"device\":\"net_null1\",\"vrf\":\"red\"}", 404),
			new Step("POST", "/interfaces", "text/plain", "walk1", NOTHING, 415),
			new Step("POST", "/interfaces", walk("walk1", "net_null1", "2001:db8:18::1/64"), 201),
			new Step("GET", "/interfaces", 200),
			new Step("GET", "/interfaces?name=walk0", 400),
			new Step("GET", "/interfaces/walk0", 200),
			new Step("GET", "/interfaces/none0", 404),
			new Step("PATCH", "/interfaces/walk0", "{\"mtu\":1400}", 200),
			new Step("PATCH", "/interfaces/walk0", "{\"mtu\":14}", 400),
			new Step("PATCH", "/interfaces/walk0", "{}", 400),
			new Step("PATCH", "/interfaces/none0", "{\"mtu\":1400}", 404),
			new Step("PATCH", "/interfaces/walk0", JSON, "{\"mtu\":1300}", "\"other\"", 412),
			new Step("PATCH", "/interfaces/walk0", "{\"rpFilter\":\"strict\"}", 200),
			new Step("PATCH", "/interfaces/walk0", "{\"rpFilter\":null}", 200),
			new Step("PATCH", "/interfaces/walk0", "{\"rpFilter\":\"hard\"}", 400),
			new Step("PUT", "/interfaces/walk0/addresses/198.18.0.2/24", 201),
			new Step("PUT", "/interfaces/walk0/addresses/198.18.0.2/24", 200),
			new Step("PUT", "/interfaces/walk0/addresses/198.18.0.2/33", 400),
			new Step("PUT", "/interfaces/walk0/addresses/198.18.0/24", 400),
			new Step("PUT", "/interfaces/none0/addresses/198.18.0.2/24", 404),
			new Step("PUT", "/interfaces/walk0/addresses/198.18.0.3/24", NOTHING, NOTHING, "\"other\"", 412),
			new Step("DELETE", "/interfaces/walk0/addresses/198.18.0.2/24", 204),
			new Step("DELETE", "/interfaces/walk0/addresses/198.18.0.2/24", 404),
			// neighbors
			new Step("PUT", "/neighbors/walk0/198.18.0.9", "{\"mac\":\"02:00:00:00:00:09\"}", 201),
			new Step("PUT", "/neighbors/walk0/198.18.0.9", "{\"mac\":\"02:00:00:00:00:0a\"}", 200),
			new Step("PUT", "/neighbors/walk0/198.18.0.9", "{\"mac\":\"02:00\"}", 400),
			new Step("PUT", "/neighbors/none0/198.18.0.9", "{\"mac\":\"02:00:00:00:00:09\"}", 404),
			new Step("PUT", "/neighbors/walk0/198.18.0.9", JSON, "{\"mac\":\"02:00:00:00:00:0b\"}", "\"other\"", 412),
			new Step("GET", "/neighbors", 200),
			new Step("GET", "/neighbors?interface=walk0", 200),
			new Step("GET", "/neighbors?interface=none0", 404),
			new Step("GET", "/neighbors/walk0/198.18.0.9", 200),
			new Step("GET", "/neighbors/walk0/198.18.0.77", 404),
			new Step("DELETE", "/neighbors/walk0/198.18.0.9", 204),
			new Step("DELETE", "/neighbors/walk0/198.18.0.9", 404),
			// audit
			new Step("POST", "/audit", 200),
			new Step("POST", "/audit?x=1", 400),
			new Step("GET", "/audit", 200),
			new Step("GET", "/audit?x=1", 400),
			// nexthops
			new Step("GET", "/nexthops/1", 200),
			new Step("GET", "/nexthops/0", 400),
			new Step("GET", "/nexthops/16777215", 404),
			// VRFs
			new Step("PUT", "/vrfs/walk", 201),
			new Step("PUT", "/vrfs/walk", 200),
			new Step("PUT", "/vrfs/no%20name", 400),
			new Step("GET", "/vrfs", 200),
			new Step("GET", "/vrfs?x=1", 400),
			new Step("GET", "/vrfs/walk", 200),
			new Step("GET", "/vrfs/none", 404),
			new Step("DELETE", "/vrfs/none", 404),
			new Step("DELETE", "/vrfs/default", 409),
			new Step("DELETE", "/vrfs/walk", NOTHING, NOTHING, "\"other\"", 412),
			new Step("DELETE", "/vrfs/walk", 204),
			// routes
			new Step("PUT", "/routes/203.0.113.0/24", via("198.18.0.9"), 201),
			new Step("PUT", "/routes/203.0.113.0/24", via("198.18.0.8"), 200),
			new Step("PUT", "/routes/203.0.113.1/24", via("198.18.0.9"), 400),
			new Step("PUT", "/routes/203.0.113.0/24?vrf=red", via("198.18.0.9"), 404),
			new Step("PUT", "/routes/203.0.113.0/24", JSON, via("198.18.0.9"), "\"other\"", 412),
			new Step("PUT", "/routes/203.0.113.0/24", "text/plain", "198.18.0.9", NOTHING, 415),
			new Step("PUT", "/routes/2001:db8:77::/48", "{\"type\":\"blackhole\"}", 201),
			new Step("GET", "/routes", 200),
			new Step("GET", "/routes?limit=1", 200),
			new Step("GET", "/routes?family=ipv6&source=static&within=2001:db8::/32", 200),
			new Step("GET", "/routes?family=ipv5", 400),
			new Step("GET", "/routes/203.0.113.0/24", 200),
			new Step("GET", "/routes/203.0.113.0/25", 404),
			new Step("DELETE", "/routes/203.0.113.0/24", 204),
			new Step("DELETE", "/routes/203.0.113.0/24", 404),
			new Step("POST", "/routes/batch", "[" + put("203.0.113.0/24") + "]", 200),
			new Step("POST", "/routes/batch", NDJSON, put("203.0.113.0/24") + "\n" + put("192.0.2.0/24"), NOTHING, 200),
			new Step("POST", "/routes/batch?atomic=false", "[" + put("203.0.113.0/24") + "," + put("203.0.113.1/24") + "]", 200),
			new Step("POST", "/routes/batch", "[" + put("203.0.113.0/24") + "," + put("203.0.113.1/24") + "]", 400),
			// route sources
			new Step("PUT", "/route-sources/walk/routes", "text/plain", "192.0.2.128/25 198.18.0.9\n", NOTHING, 200),
			new Step("PUT", "/route-sources/walk/routes?dryRun=true", "text/plain", "192.0.2.1/25 198.18.0.9\n", NOTHING, 200),
			new Step("PUT", "/route-sources/walk/routes", NDJSON, "{\"destinationPrefix\":\"192.0.2.0/25\"}", NOTHING, 400),
			new Step("PUT", "/route-sources/connected/routes", "text/plain", "", NOTHING, 409),
			new Step("PUT", "/route-sources/walk/routes?dryRun=true&nextHop=198.18.0.9", MRT, mrt(), NOTHING, 200),
			new Step("PUT", "/route-sources/walk/routes?allowPartial=true", MRT, mrt() + "?", NOTHING, 200),
			new Step("PUT", "/route-sources/walk/routes", MRT, mrt() + "?", NOTHING, 400),
			new Step("PUT", "/route-sources/walk/routes?peer=198.18.0.1", MRT, mrt(), NOTHING, 400),
			new Step("POST", "/route-sources/walk/rollback?dryRun=true", 200),
			new Step("POST", "/route-sources/walk/rollback", 200),
			new Step("POST", "/route-sources/walk/rollback?vrf=none", 404),
			new Step("POST", "/route-sources/nobody/rollback", 404),
			new Step("POST", "/route-sources/static/rollback", 409),
			new Step("POST", "/route-sources/walk/rollback", null, null, "\"other\"", 412),
			new Step("GET", "/route-sources/walk/import", 200),
			new Step("GET", "/route-sources/walk/import?x=1", 400),
			new Step("GET", "/route-sources/nobody/import", 404),
			new Step("DELETE", "/route-sources/walk/import", 409),
			new Step("DELETE", "/route-sources/walk/import?x=1", 400),
			new Step("DELETE", "/route-sources/nobody/import", 404),
			new Step("GET", "/route-sources", 200),
			new Step("GET", "/route-sources?x=1", 400),
			new Step("GET", "/route-sources/walk", 200),
			new Step("GET", "/route-sources/nobody", 404),
			new Step("PATCH", "/route-sources/walk", "{\"distance\":30}", 200),
			new Step("PATCH", "/route-sources/walk", "{\"distance\":300}", 400),
			new Step("PATCH", "/route-sources/connected", "{\"distance\":30}", 409),
			// nexthops, lookup, statistics
			new Step("GET", "/nexthops", 200),
			new Step("GET", "/nexthops?limit=1", 200),
			new Step("GET", "/nexthops?limit=0", 400),
			new Step("GET", "/lookup?destination=203.0.113.9", 200),
			new Step("GET", "/lookup?destination=203.0.113.9&protocol=17&sourcePort=1024&destinationPort=53", 200),
			new Step("GET", "/lookup?destination=203.0.113.9&protocol=256", 400),
			new Step("GET", "/lookup?destination=203.0.113.9&source=198.18.0.7&interface=walk0", 200),
			new Step("GET", "/lookup?destination=2001:db8:77::1", 200),
			new Step("GET", "/lookup?destination=192.168.1.1", 200),
			new Step("GET", "/lookup", 400),
			new Step("GET", "/lookup?destination=203.0.113.9&source=2001:db8::1", 400),
			new Step("GET", "/lookup?destination=203.0.113.9&interface=none0", 404),
			new Step("GET", "/statistics", 200),
			new Step("GET", "/statistics?x=1", 400),
			new Step("GET", "/statistics/drops", 200),
			new Step("GET", "/statistics/drops?x=1", 400),
			new Step("GET", "/statistics/fib", 200),
			new Step("GET", "/statistics/fib?vrf=red", 404),
			// rp_filter
			new Step("PATCH", "/rp-filter", "{\"default\":\"loose\",\"defaultRouteCounts\":false}", 200),
			new Step("PATCH", "/rp-filter", "{\"interfaces\":{\"walk0\":\"strict\"}}", 200),
			new Step("GET", "/rp-filter", 200),
			new Step("GET", "/interfaces/walk0", 200),
			new Step("GET", "/lookup?destination=203.0.113.9&source=198.18.0.7&interface=walk0", 200),
			new Step("GET", "/lookup?destination=203.0.113.9&source=192.0.2.7&interface=walk0", 200),
			new Step("PATCH", "/rp-filter", "{\"interfaces\":{\"walk0\":null}}", 200),
			new Step("PATCH", "/rp-filter", "{\"default\":\"off\",\"defaultRouteCounts\":true}", 200),
			new Step("PATCH", "/rp-filter", "{\"interfaces\":{\"none0\":\"strict\"}}", 404),
			new Step("PATCH", "/rp-filter", "{\"default\":\"hard\"}", 400),
			new Step("PATCH", "/rp-filter", "{}", 400),
			new Step("PATCH", "/rp-filter", JSON, "{\"default\":\"off\"}", "\"other\"", 412),
			new Step("PATCH", "/rp-filter", "text/plain", "default: off", NOTHING, 415),
			new Step("GET", "/rp-filter?x=1", 400),
			// route caches
			new Step("GET", "/cache", 200),
			new Step("GET", "/cache?core=worker-0", 400),
			new Step("PATCH", "/cache", "{\"mode\":\"on\",\"entriesPerCore\":1024,\"insertProbability\":0.5}", 200),
			new Step("PATCH", "/cache", "{\"mode\":\"adaptive\",\"entriesPerCore\":32768,\"insertProbability\":1}", 200),
			new Step("PATCH", "/cache", "{\"entriesPerCore\":1000}", 400),
			new Step("PATCH", "/cache", JSON, "{\"mode\":\"off\"}", "\"other\"", 412),
			new Step("PATCH", "/cache", "text/plain", "mode: off", NOTHING, 415),
			new Step("GET", "/cache/entries", 200),
			new Step("GET", "/cache/entries?core=worker-0&limit=1", 200),
			new Step("GET", "/cache/entries?core=worker-9", 404),
			new Step("GET", "/cache/entries?limit=0", 400),
			new Step("POST", "/cache/flush", 204),
			new Step("POST", "/cache/flush?core=worker-0", 400),
			// and all of it away again
			new Step("DELETE", "/route-sources/walk", NOTHING, NOTHING, "\"other\"", 412),
			new Step("DELETE", "/route-sources/walk", 204),
			new Step("DELETE", "/route-sources/static", 204),
			new Step("DELETE", "/route-sources/connected", 409),
			new Step("DELETE", "/interfaces/walk0", NOTHING, NOTHING, "\"other\"", 412),
			new Step("DELETE", "/interfaces/walk0", 204),
			new Step("DELETE", "/interfaces/walk1", 204),
			new Step("DELETE", "/interfaces/walk0", 404),
		};
	}

	private static String walk(String name, String device, String address) {
		return "{\"name\":\"" + name + "\",\"device\":\"" + device + "\",\"addresses\":[\"" + address + "\"]}";
	}

	private static String via(String address) {
		return "{\"nextHops\":[{\"address\":\"" + address + "\"}]}";
	}

	/** A file with a route, a record that is refused, and one of a type that is not read; each char is an octet. */
	private static String mrt() {
		MrtWriter file = new MrtWriter()
				.peerIndex(new MrtWriter.Peer("192.0.2.1", 64_501))
				.rib("192.0.2.128/25", new MrtWriter.Entry(0, PathAttributes.path("198.18.0.9", 1)))
				.record(13, 2, new Bytes())
				.record(11, 0, new Bytes());
		return new String(file.array(), StandardCharsets.ISO_8859_1);
	}

	private static String put(String prefix) {
		return "{\"op\":\"put\",\"destinationPrefix\":\"" + prefix + "\",\"nextHops\":[{\"address\":\"198.18.0.9\"}]}";
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("steps")
	void answers(Step step) {
		RequestSpecification request = given().filter(validation).basePath(Document.BASE);
		if (step.body() != null) {
			request.contentType(step.contentType()).body(step.body().getBytes(StandardCharsets.ISO_8859_1));
		}
		if (step.ifMatch() != null) {
			request.header("If-Match", step.ifMatch());
		}
		Response answer = request.urlEncodingEnabled(false).request(step.method(), step.path());
		assertEquals(step.status(), answer.statusCode(), answer::asString);
		(step.status() < 300 ? succeeded : failed).add(operation(step));
	}

	/** It answers so only while a client sends. */
	@Test
	void cancelsARunningImport() throws IOException {
		String path = "/route-sources/walk-import/";
		byte[] part = "192.0.2.0/25 198.18.0.9\n".getBytes(StandardCharsets.US_ASCII);
		try (OpenImport open = new OpenImport(server, Document.BASE + path + "routes", "text/plain", "Content-Length: 99", part)) {
			await().until(() -> given().basePath(Document.BASE).get(path + "import").statusCode() == 200);
			answers(new Step("GET", path + "import", 200));
			answers(new Step("DELETE", path + "import", 204));
			assertEquals(409, open.status());
		}
	}

	/** {@code METHOD /path/{parameter}} of the document; a path without parameters goes before one with. */
	private String operation(Step step) {
		String path = step.path().replaceFirst("\\?.*", "");
		Set<String> operations = document.operations().keySet();
		String exact = step.method() + " " + path;
		return operations.contains(exact)
				? exact
				: operations.stream()
						.filter(each -> Pattern.matches(each.replaceAll("\\{[^}]*}", "[^/]+"), exact))
						.findFirst()
						.orElseThrow();
	}

	@AfterAll
	void everyOperationHasBeenSeenBothWays() {
		assertEquals(document.operations().keySet(), succeeded, "operations that succeeded");
		assertEquals(document.operations().keySet(), failed, "operations that failed");
	}
}
