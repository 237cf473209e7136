package io.signalbox.rest;

import static io.signalbox.rest.Step.JSON;
import static io.signalbox.rest.Step.MRT;
import static io.signalbox.rest.Step.NDJSON;
import static io.signalbox.rest.Step.NOTHING;

import io.signalbox.feed.mrt.Bytes;
import io.signalbox.feed.mrt.MrtWriter;
import io.signalbox.feed.mrt.PathAttributes;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Requests about routes and their sources. */
final class RouteSteps {
	private RouteSteps() {}

	/** They leave routes of {@code static} and {@code walk} by {@code walk0}. */
	static List<Step> all() {
		return List.of(
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
				new Step("PATCH", "/route-sources/connected", "{\"distance\":30}", 409));
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
}
