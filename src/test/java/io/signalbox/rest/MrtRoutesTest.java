package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.junit.QuarkusTest;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.rib.Rib;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class MrtRoutesTest {
	@Inject
	FakeDataplane dataplane;

	@Inject
	Rib rib;

	@AfterEach
	void removeRoutes() {
		given().contentType("text/plain").body(new byte[0]).put(MrtUpload.PATH).then().statusCode(200);
	}

	@Test
	@DisplayName("M10 a file replaces the source; what was left out is counted and named")
	void fileReplacesTheSource() {
		byte[] before = "9.0.0.0/8 blackhole\n12.0.0.0/8 192.0.2.2\n".getBytes(StandardCharsets.UTF_8);
		given().contentType("text/plain").body(before).put(MrtUpload.PATH).then().statusCode(200).body("$", not(hasKey("records")));
		MrtUpload.put("", MrtUpload.file().array()).statusCode(200)
				.body("added", equalTo(3)).body("removed", equalTo(1)).body("unchanged", equalTo(1))
				.body("records", equalTo(7))
				.body("skipped.kind", contains("OSPFv2/0")).body("skipped.count", contains(1))
				.body("rejected", equalTo(1)).body("rejections.index", contains(6))
				.body("rejections[0].detail", containsString("record 7 at byte "))
				.body("rejections[0].detail", containsString("it has no next hop"))
				.body("$", not(hasKey("cut")));
		assertEquals("192.0.2.2", MrtUpload.nextHop("10.0.0.0/8"));
		given().get(MrtUpload.SOURCE).then()
				.body("routesIpv4", equalTo(3)).body("routesIpv6", equalTo(1)).body("distance", equalTo(200));
		given().get("/api/v1/routes/11.0.0.0/8").then()
				.body("routes[0].inactiveReason", equalTo("unresolved"))
				.body("routes[0].inactiveDetail", containsString("no active route leads to 192.0.2.1"));
	}

	@Test
	void dryRunChangesNothing() {
		Map<String, Integer> before = dataplane.routes();
		MrtUpload.put("?dryRun=true&nextHop=blackhole", MrtUpload.file().array()).statusCode(200).body("added", equalTo(4));
		assertEquals(before, dataplane.routes());
		given().get("/api/v1/routes?source=mrt-test").then().body("routes", hasSize(0));
	}

	@Test
	void dryRunListsWhatWouldChange() {
		byte[] before = "9.0.0.0/8 blackhole\n12.0.0.0/8 192.0.2.2\n11.0.0.0/8 192.0.2.9\n".getBytes(StandardCharsets.UTF_8);
		given().contentType("text/plain").body(before).put(MrtUpload.PATH).then().statusCode(200).body("$", not(hasKey("differences")));
		MrtUpload.put("?dryRun=true", MrtUpload.file().array()).statusCode(200)
				.body("added", equalTo(2)).body("changed", equalTo(1)).body("removed", equalTo(1)).body("unchanged", equalTo(1))
				.body("differences.destinationPrefix", contains("9.0.0.0/8", "10.0.0.0/8", "11.0.0.0/8", "2001:db8::/32"))
				.body("differences[0].before.type", equalTo("blackhole")).body("differences[0]", not(hasKey("after")))
				.body("differences[1]", not(hasKey("before"))).body("differences[1].after.preference", equalTo(200))
				.body("differences[2].before.nextHops[0].address", equalTo("192.0.2.9"))
				.body("differences[2].after.nextHops[0].address", equalTo("192.0.2.1"));
		MrtUpload.put("?dryRun=true&differences=2", MrtUpload.file().array()).statusCode(200)
				.body("added", equalTo(2)).body("differences", hasSize(2));
		MrtUpload.put("?dryRun=true&differences=0", MrtUpload.file().array()).statusCode(200).body("differences", hasSize(0));
		MrtUpload.put("?dryRun=true&differences=10001", MrtUpload.file().array()).statusCode(400).body("parameter", equalTo("differences"));
		MrtUpload.put("", MrtUpload.file().array()).statusCode(200).body("$", not(hasKey("differences")));
	}

	@Test
	void aSourceIsReplacedInOneVrf() {
		rib.addVrf("blue").join();
		try {
			MrtUpload.put("", MrtUpload.file().array()).statusCode(200);
			MrtUpload.put("?vrf=default&dryRun=true", MrtUpload.file().array()).statusCode(200).body("unchanged", equalTo(4));
			MrtUpload.put("?vrf=blue&dryRun=true", MrtUpload.file().array()).statusCode(200).body("added", equalTo(4));
			given().get(MrtUpload.SOURCE + "/import").then().body("vrf", equalTo("blue"));
			given().contentType("text/plain").body("9.0.0.0/8 blackhole").put(MrtUpload.PATH + "?vrf=blue&dryRun=true").then()
					.statusCode(200).body("added", equalTo(1)).body("removed", equalTo(0));
			MrtUpload.put("?vrf=red", MrtUpload.file().array()).statusCode(404).body("parameter", equalTo("vrf"))
					.body("detail", equalTo("There is no VRF 'red'. There are: blue, default"));
		} finally {
			rib.removeVrf("blue").join();
		}
	}

	@Test
	void aPeerIsChosenAndNextHopsAreMapped() {
		MrtUpload.put("?peer=192.0.2.1&nextHop=198.51.100.9&nextHop=2001:db8::9", MrtUpload.file().array())
				.statusCode(200).body("added", equalTo(3));
		assertEquals("198.51.100.9", MrtUpload.nextHop("10.0.0.0/8"));
		assertEquals("2001:db8::9", MrtUpload.nextHop("2001:db8::/32"));
		MrtUpload.put("?map=192.0.2.0/24=198.51.100.1&map=192.0.2.1=198.51.100.2", MrtUpload.file().array())
				.statusCode(200).body("changed", equalTo(3)).body("added", equalTo(1));
		assertEquals("198.51.100.1", MrtUpload.nextHop("10.0.0.0/8"));
		assertEquals("198.51.100.2", MrtUpload.nextHop("11.0.0.0/8"));
		MrtUpload.put("?nextHop=fe80::1%25wan0", MrtUpload.file().array()).statusCode(200);
		assertEquals("fe80::1", MrtUpload.nextHop("2001:db8::/32"));
	}

	@Test
	void routesForwardWhereTheirNextHopWorks() {
		MrtUpload.put("?nextHop=blackhole", MrtUpload.file().array()).statusCode(200);
		given().get("/api/v1/routes/12.0.0.0/8").then()
				.body("routes[0].active", equalTo(true)).body("routes[0].type", equalTo("blackhole"));
	}

	@ParameterizedTest(name = "{0} is 400 about {1}")
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
		"?peer=192.0.2.9 | peer | The file has no peer 192.0.2.9. It has: 192.0.2.1, 192.0.2.2",
		"?peer=here | peer | 'here' is not an IPv4 address",
		"?nextHop=wan0 | nextHop | 'wan0' is not an IPv4 address",
		"?nextHop=192.0.2.1&nextHop=192.0.2.2 | nextHop | there are two next hops for all routes of one family",
		"?map=192.0.2.1 | map | write FROM=TO",
		"?map=192.0.2.1/24=192.0.2.2 | map | 192.0.2.1/24 has host bits set",
		"?allowPartial=yes | allowPartial | 'yes' is not a allowPartial",
		"?peer=192.0.2.1&peer=192.0.2.2 | peer | is given more than once",
		"?atomic=true | atomic | There are: allowPartial, differences, dryRun, map, nextHop, peer, vrf",
	})
	void badParameterIsNamed(String query, String parameter, String detail) {
		MrtUpload.put(query, MrtUpload.file().array()).statusCode(400)
				.body("parameter", equalTo(parameter))
				.body("detail", containsString(detail));
	}

	@Test
	void otherFormatsTakeNoneOfTheseParameters() {
		given().contentType("text/plain").body(new byte[0]).put(MrtUpload.PATH + "?peer=192.0.2.1").then().statusCode(400)
				.body("type", equalTo("urn:signalbox:problem:unknown-parameter"));
		MrtUpload.put("?vrf=red", MrtUpload.file().array()).statusCode(404);
		given().contentType("application/mrt").body(MrtUpload.file().array()).put("/api/v1/route-sources/connected/routes").then()
				.statusCode(409);
	}
}
