package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.startsWith;

import io.quarkus.test.junit.QuarkusTest;
import io.signalbox.feed.Feeds;
import io.signalbox.feed.KnownFeed;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
class FeedsTest {
	@Inject
	Feeds feeds;

	@Test
	void aFeedIsShownAloneAndAmongAll() {
		feeds.start(new KnownFeed());
		given().when().get("/api/v1/feeds").then().statusCode(200).body("feeds.name", hasItem("fpm"));
		given().when().get("/api/v1/feeds/fpm").then().statusCode(200)
				.body("state", equalTo("synced"))
				.body("peer", equalTo("127.0.0.1:7"))
				.body("lagMillis", equalTo(1500))
				.body("errors.unknown-table", equalTo(3));
		given().when().get("/api/v1/feeds/bmp").then().statusCode(404)
				.body("detail", startsWith("There is no feed 'bmp'. There are: fpm"));
		aLiveFeedsRoutesAreNotForRequests();
	}

	/** Of the feed that has just been started: the other tests share its box, and it cannot be ended alone. */
	private static void aLiveFeedsRoutesAreNotForRequests() {
		String refused = "The routes of 'fpm' come from the feed 'fpm', which is synced and would say them again: end its peer,"
				+ " or take feeds.fpm out of the configuration";
		given().contentType("text/plain").body("203.0.113.0/24 192.0.2.9\n").when().put("/api/v1/route-sources/fpm/routes").then()
				.statusCode(409).body("detail", equalTo(refused));
		given().when().delete("/api/v1/route-sources/fpm").then().statusCode(409).body("detail", equalTo(refused));
	}
}
