package io.signalbox.rest;

import static io.restassured.RestAssured.given;

import io.restassured.response.ValidatableResponse;
import io.signalbox.feed.mrt.Bytes;
import io.signalbox.feed.mrt.MrtWriter.Entry;
import io.signalbox.feed.mrt.MrtWriter.Peer;
import io.signalbox.feed.mrt.MrtWriter;
import io.signalbox.feed.mrt.PathAttributes;

/** Sends MRT files as the routes of a source. */
final class MrtUpload {
	static final String SOURCE = "/api/v1/route-sources/mrt-test";
	static final String PATH = SOURCE + "/routes";
	static final Peer ONE = new Peer("192.0.2.1", 64_501);
	static final Peer TWO = new Peer("192.0.2.2", 64_502);

	private MrtUpload() {}

	/** Four prefixes of two peers; the third has a path of the second peer only, and the last one's is no route. */
	static MrtWriter file() {
		Bytes six = PathAttributes.all(PathAttributes.asPath(1), PathAttributes.mpReachShort("2001:db8::1"));
		Entry two = new Entry(1, PathAttributes.path("192.0.2.2", 1));
		return new MrtWriter()
				.peerIndex(ONE, TWO)
				.rib("10.0.0.0/8", new Entry(0, PathAttributes.path("192.0.2.1", 1, 2)), two)
				.rib("11.0.0.0/8", new Entry(0, PathAttributes.path("192.0.2.1", 1)))
				.rib("12.0.0.0/8", two)
				.rib("2001:db8::/32", new Entry(0, six))
				.record(11, 0, new Bytes())
				.rib("13.0.0.0/8", new Entry(0, new Bytes()));
	}

	static ValidatableResponse put(String query, byte[] body) {
		return given().contentType("application/mrt").body(body).urlEncodingEnabled(false).put(PATH + query).then();
	}

	static String nextHop(String prefix) {
		return given().get("/api/v1/routes/" + prefix).then().statusCode(200)
				.extract().path("routes[0].nextHops[0].address");
	}
}
