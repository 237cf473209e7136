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
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

	static Stream<Step> steps() {
		return Stream.of(PortSteps.all(), RouteSteps.all(), StateSteps.all(), PortSteps.away()).flatMap(List::stream);
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
