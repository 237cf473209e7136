package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.feed.mrt.Bytes;
import io.signalbox.feed.mrt.MrtWriter;
import io.signalbox.feed.mrt.MrtWriter.Entry;
import io.signalbox.feed.mrt.MrtWriter.Peer;
import io.signalbox.feed.mrt.PathAttributes;
import io.signalbox.rib.Rib;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class MrtRoutesTest {
	private static final String SOURCE = "/api/v1/route-sources/mrt-test";
	private static final String PATH = SOURCE + "/routes";
	private static final Peer ONE = new Peer("192.0.2.1", 64_501);
	private static final Peer TWO = new Peer("192.0.2.2", 64_502);

	@Inject
	FakeDataplane dataplane;

	@Inject
	Rib rib;

	@TestHTTPResource
	URL server;

	@AfterEach
	void removeRoutes() {
		given().contentType("text/plain").body(new byte[0]).put(PATH).then().statusCode(200);
	}

	/** Four prefixes of two peers; the third has a path of the second peer only, and the last one's is no route. */
	private static MrtWriter file() {
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

	private static ValidatableResponse put(String query, byte[] body) {
		return given().contentType("application/mrt").body(body).urlEncodingEnabled(false).put(PATH + query).then();
	}

	private static String nextHop(String prefix) {
		return given().get("/api/v1/routes/" + prefix).then().statusCode(200)
				.extract().path("routes[0].nextHops[0].address");
	}

	@Test
	@DisplayName("M10 a file replaces the source; what was left out is counted and named")
	void fileReplacesTheSource() {
		byte[] before = "9.0.0.0/8 blackhole\n12.0.0.0/8 192.0.2.2\n".getBytes(StandardCharsets.UTF_8);
		given().contentType("text/plain").body(before).put(PATH).then().statusCode(200).body("$", not(hasKey("records")));
		put("", file().array()).statusCode(200)
				.body("added", equalTo(3)).body("removed", equalTo(1)).body("unchanged", equalTo(1))
				.body("records", equalTo(7))
				.body("skipped.kind", contains("OSPFv2/0")).body("skipped.count", contains(1))
				.body("rejected", equalTo(1)).body("rejections.index", contains(6))
				.body("rejections[0].detail", containsString("record 7 at byte "))
				.body("rejections[0].detail", containsString("it has no next hop"))
				.body("$", not(hasKey("cut")));
		assertEquals("192.0.2.2", nextHop("10.0.0.0/8"));
		given().get(SOURCE).then()
				.body("routesIpv4", equalTo(3)).body("routesIpv6", equalTo(1)).body("distance", equalTo(200));
		given().get("/api/v1/routes/11.0.0.0/8").then()
				.body("routes[0].inactiveReason", equalTo("unresolved"))
				.body("routes[0].inactiveDetail", containsString("no active route leads to 192.0.2.1"));
	}

	@Test
	void dryRunChangesNothing() {
		Map<String, Integer> before = dataplane.routes();
		put("?dryRun=true&nextHop=blackhole", file().array()).statusCode(200).body("added", equalTo(4));
		assertEquals(before, dataplane.routes());
		given().get("/api/v1/routes?source=mrt-test").then().body("routes", hasSize(0));
	}

	@Test
	void dryRunListsWhatWouldChange() {
		byte[] before = "9.0.0.0/8 blackhole\n12.0.0.0/8 192.0.2.2\n11.0.0.0/8 192.0.2.9\n".getBytes(StandardCharsets.UTF_8);
		given().contentType("text/plain").body(before).put(PATH).then().statusCode(200).body("$", not(hasKey("differences")));
		put("?dryRun=true", file().array()).statusCode(200)
				.body("added", equalTo(2)).body("changed", equalTo(1)).body("removed", equalTo(1)).body("unchanged", equalTo(1))
				.body("differences.destinationPrefix", contains("9.0.0.0/8", "10.0.0.0/8", "11.0.0.0/8", "2001:db8::/32"))
				.body("differences[0].before.type", equalTo("blackhole")).body("differences[0]", not(hasKey("after")))
				.body("differences[1]", not(hasKey("before"))).body("differences[1].after.preference", equalTo(200))
				.body("differences[2].before.nextHops[0].address", equalTo("192.0.2.9"))
				.body("differences[2].after.nextHops[0].address", equalTo("192.0.2.1"));
		put("?dryRun=true&differences=2", file().array()).statusCode(200)
				.body("added", equalTo(2)).body("differences", hasSize(2));
		put("?dryRun=true&differences=0", file().array()).statusCode(200).body("differences", hasSize(0));
		put("?dryRun=true&differences=10001", file().array()).statusCode(400).body("parameter", equalTo("differences"));
		put("", file().array()).statusCode(200).body("$", not(hasKey("differences")));
	}

	@Test
	void aSourceIsReplacedInOneVrf() {
		rib.addVrf("blue").join();
		try {
			put("", file().array()).statusCode(200);
			put("?vrf=default&dryRun=true", file().array()).statusCode(200).body("unchanged", equalTo(4));
			put("?vrf=blue&dryRun=true", file().array()).statusCode(200).body("added", equalTo(4));
			given().get(SOURCE + "/import").then().body("vrf", equalTo("blue"));
			given().contentType("text/plain").body("9.0.0.0/8 blackhole").put(PATH + "?vrf=blue&dryRun=true").then()
					.statusCode(200).body("added", equalTo(1)).body("removed", equalTo(0));
			put("?vrf=red", file().array()).statusCode(404).body("parameter", equalTo("vrf"))
					.body("detail", equalTo("There is no VRF 'red'. There are: blue, default"));
		} finally {
			rib.removeVrf("blue").join();
		}
	}

	@Test
	void aPeerIsChosenAndNextHopsAreMapped() {
		put("?peer=192.0.2.1&nextHop=198.51.100.9&nextHop=2001:db8::9", file().array())
				.statusCode(200).body("added", equalTo(3));
		assertEquals("198.51.100.9", nextHop("10.0.0.0/8"));
		assertEquals("2001:db8::9", nextHop("2001:db8::/32"));
		put("?map=192.0.2.0/24=198.51.100.1&map=192.0.2.1=198.51.100.2", file().array())
				.statusCode(200).body("changed", equalTo(3)).body("added", equalTo(1));
		assertEquals("198.51.100.1", nextHop("10.0.0.0/8"));
		assertEquals("198.51.100.2", nextHop("11.0.0.0/8"));
		put("?nextHop=fe80::1%25wan0", file().array()).statusCode(200);
		assertEquals("fe80::1", nextHop("2001:db8::/32"));
	}

	@Test
	void routesForwardWhereTheirNextHopWorks() {
		put("?nextHop=blackhole", file().array()).statusCode(200);
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
		put(query, file().array()).statusCode(400)
				.body("parameter", equalTo(parameter))
				.body("detail", containsString(detail));
	}

	@Test
	void otherFormatsTakeNoneOfTheseParameters() {
		given().contentType("text/plain").body(new byte[0]).put(PATH + "?peer=192.0.2.1").then().statusCode(400)
				.body("type", equalTo("urn:signalbox:problem:unknown-parameter"));
		put("?vrf=red", file().array()).statusCode(404);
		given().contentType("application/mrt").body(file().array()).put("/api/v1/route-sources/connected/routes").then()
				.statusCode(409);
	}

	@Test
	@DisplayName("M8 gz and bz2 are told by their magic, whatever the file is called")
	void packedFiles() throws IOException {
		ByteArrayOutputStream gz = new ByteArrayOutputStream();
		try (OutputStream out = new GZIPOutputStream(gz)) {
			out.write(file().array());
		}
		ByteArrayOutputStream bz2 = new ByteArrayOutputStream();
		try (OutputStream out = new BZip2CompressorOutputStream(bz2)) {
			out.write(file().array());
		}
		put("", gz.toByteArray()).statusCode(200).body("added", equalTo(4));
		put("", bz2.toByteArray()).statusCode(200).body("unchanged", equalTo(4));
		put("", Arrays.copyOf(gz.toByteArray(), gz.size() - 1)).statusCode(400)
				.body("detail", containsString("gzip: it is cut short")).body("index", equalTo(7));
		put("", Arrays.copyOf(bz2.toByteArray(), bz2.size() - 1)).statusCode(400)
				.body("detail", containsString("bzip2: "));
		given().get(SOURCE).then().body("routesIpv4", equalTo(3));
	}

	@Test
	@DisplayName("M9 a file cut mid-record changes nothing and says where; allowPartial takes what is before and says so")
	void cutFile() {
		put("", file().array()).statusCode(200);
		byte[] whole = new MrtWriter().announce(ONE, PathAttributes.path("192.0.2.1", 1), "10.0.0.0/8").array();
		byte[] cut = Arrays.copyOf(whole, whole.length + 20);
		System.arraycopy(whole, 0, cut, whole.length, 20);
		put("", cut).statusCode(400)
				.body("index", equalTo(1))
				.body("detail", containsString("record 2 at byte " + whole.length + ": it ends after 8 of its "))
				.body("detail", containsString("nothing is changed, allowPartial=true"));
		given().get(SOURCE).then().body("routesIpv4", equalTo(3));
		put("?allowPartial=true", cut).statusCode(200)
				.body("removed", equalTo(3))
				.body("cut.index", equalTo(1))
				.body("cut.offset", equalTo(whole.length));
	}

	@ParameterizedTest(name = "M9 a client that goes away amid its file ({0}) has not sent a part to be taken")
	@ValueSource(strings = {"Content-Length: 100000", "Transfer-Encoding: chunked"})
	void clientGoesAway(String header) throws IOException {
		put("", file().array()).statusCode(200);
		Bytes half = new Bytes().raw(
				new MrtWriter().announce(ONE, PathAttributes.path("192.0.2.1", 1), "10.0.0.0/8").array());
		byte[] chunkSize = (Integer.toHexString(half.size()) + "\r\n").getBytes(StandardCharsets.US_ASCII);
		Bytes part = header.endsWith("chunked") ? new Bytes().raw(chunkSize).raw(half.array()) : half;
		try (OpenImport _ = new OpenImport(server, PATH + "?allowPartial=true", "application/mrt", header, part.array())) {
			awaitImport("reading", half.size());
		}
		awaitImport("failed", half.size());
		given().get(SOURCE + "/import").then().body("failure", containsString("did not come to its end"));
		given().get(SOURCE).then().body("routesIpv4", equalTo(3)).body("routesIpv6", equalTo(1));
	}

	private static void awaitImport(String state, int bytes) {
		await().untilAsserted(() -> given().get(SOURCE + "/import").then()
				.body("state", equalTo(state)).body("bytes", equalTo(bytes)));
	}

	@Test
	void aRunningImportIsShownAndCancelled() throws IOException {
		put("", file().array()).statusCode(200);
		byte[] part = new MrtWriter().announce(ONE, PathAttributes.path("192.0.2.1", 1), "10.0.0.0/8").array();
		try (OpenImport open = new OpenImport(server, PATH, "application/mrt", "Content-Length: " + part.length * 4, part)) {
			awaitImport("reading", part.length);
			given().get(SOURCE + "/import").then().statusCode(200)
					.body("source", equalTo("mrt-test")).body("format", equalTo("mrt")).body("state", equalTo("reading"))
					.body("dryRun", equalTo(false)).body("totalBytes", equalTo(part.length * 4))
					.body("percent", equalTo(25.0f)).body("records", equalTo(1)).body("routes", equalTo(1)).body("$", not(hasKey("result")));
			put("", file().array()).statusCode(409).body("detail", containsString("An import of mrt-test is running"));
			given().delete(SOURCE + "/import").then().statusCode(204);
			assertEquals(409, open.status());
		}
		given().get(SOURCE + "/import").then().body("state", equalTo("cancelled"));
		given().delete(SOURCE + "/import").then().statusCode(409)
				.body("detail", equalTo("The import of mrt-test is cancelled: there is nothing to cancel"));
		given().get(SOURCE).then().body("routesIpv4", equalTo(3));
		put("?dryRun=true", file().array()).statusCode(200).body("unchanged", equalTo(4));
		given().get(SOURCE + "/import").then()
				.body("state", equalTo("done")).body("dryRun", equalTo(true)).body("percent", equalTo(100.0f))
				.body("result.unchanged", equalTo(4)).body("result.records", equalTo(7));
		given().get("/api/v1/route-sources/never-seen/import").then().statusCode(404);
	}

	@Test
	void whatIsNoMrtFileOrHasNoRouteLeavesTheSource() {
		put("", file().array()).statusCode(200);
		put("", new byte[0]).statusCode(400).body("detail", containsString("no route after the file's 0 records"));
		put("?allowPartial=true", "<html>not found</html>".getBytes(StandardCharsets.UTF_8)).statusCode(400)
				.body("detail", containsString("it is no MRT record"));
		put("", new MrtWriter().peerIndex(ONE).array()).statusCode(400).body("detail", containsString("delete it"));
		given().get("/api/v1/routes?source=mrt-test").then().body("routes", hasSize(4));
	}
}
