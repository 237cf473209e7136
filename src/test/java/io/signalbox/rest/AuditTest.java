package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.nullValue;

import io.quarkus.test.junit.QuarkusTest;
import io.signalbox.dataplane.FakeDataplane;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code /audit} of a box whose FIB was damaged. */
@QuarkusTest
class AuditTest {
	@Inject
	FakeDataplane dataplane;

	@AfterEach
	void removeDamage() {
		given().post("/api/v1/audit").then().statusCode(200);
	}

	@Test
	void whatDiffersIsPutRightAndInTheAnswer() {
		dataplane.damageRoute("203.0.113.64/26", 1);
		given().post("/api/v1/audit")
				.then()
				.statusCode(200)
				.body("differences.kind", equalTo(List.of("extra-route")))
				.body("differences[0].found", equalTo(1))
				.body("differences[0].healed", equalTo(1))
				.body("examples", hasItem(containsString("203.0.113.64/26")))
				.body("samples", greaterThan(0))
				.body("failure", nullValue());
		given().get("/api/v1/audit")
				.then()
				.statusCode(200)
				.body("intervalSeconds", equalTo(60))
				.body("runs", greaterThan(0))
				.body("reports[0].differences[0].kind", equalTo("extra-route"));
		given().post("/api/v1/audit").then().statusCode(200).body("differences.size()", equalTo(0));
	}
}
