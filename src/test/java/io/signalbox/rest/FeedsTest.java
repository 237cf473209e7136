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
	}
}
