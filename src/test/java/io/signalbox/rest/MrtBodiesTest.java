package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.signalbox.feed.mrt.Bytes;
import io.signalbox.feed.mrt.MrtWriter;
import io.signalbox.feed.mrt.PathAttributes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the body of an MRT file comes: packed, cut short, in parts, or not at all. */
@QuarkusTest
class MrtBodiesTest {
	@TestHTTPResource
	URL server;

	@AfterEach
	void removeRoutes() {
		given().contentType("text/plain").body(new byte[0]).put(MrtUpload.PATH).then().statusCode(200);
	}

	@Test
	@DisplayName("M8 gz and bz2 are told by their magic, whatever the file is called")
	void packedFiles() throws IOException {
		ByteArrayOutputStream gz = new ByteArrayOutputStream();
		try (OutputStream out = new GZIPOutputStream(gz)) {
			out.write(MrtUpload.file().array());
		}
		ByteArrayOutputStream bz2 = new ByteArrayOutputStream();
		try (OutputStream out = new BZip2CompressorOutputStream(bz2)) {
			out.write(MrtUpload.file().array());
		}
		MrtUpload.put("", gz.toByteArray()).statusCode(200).body("added", equalTo(4));
		MrtUpload.put("", bz2.toByteArray()).statusCode(200).body("unchanged", equalTo(4));
		MrtUpload.put("", Arrays.copyOf(gz.toByteArray(), gz.size() - 1)).statusCode(400)
				.body("detail", containsString("gzip: it is cut short")).body("index", equalTo(7));
		MrtUpload.put("", Arrays.copyOf(bz2.toByteArray(), bz2.size() - 1)).statusCode(400)
				.body("detail", containsString("bzip2: "));
		given().get(MrtUpload.SOURCE).then().body("routesIpv4", equalTo(3));
	}

	@Test
	@DisplayName("M9 a file cut mid-record changes nothing and says where; allowPartial takes what is before and says so")
	void cutFile() {
		MrtUpload.put("", MrtUpload.file().array()).statusCode(200);
		byte[] whole = new MrtWriter().announce(MrtUpload.ONE, PathAttributes.path("192.0.2.1", 1), "10.0.0.0/8").array();
		byte[] cut = Arrays.copyOf(whole, whole.length + 20);
		System.arraycopy(whole, 0, cut, whole.length, 20);
		MrtUpload.put("", cut).statusCode(400)
				.body("index", equalTo(1))
				.body("detail", containsString("record 2 at byte " + whole.length + ": it ends after 8 of its "))
				.body("detail", containsString("nothing is changed, allowPartial=true"));
		given().get(MrtUpload.SOURCE).then().body("routesIpv4", equalTo(3));
		MrtUpload.put("?allowPartial=true", cut).statusCode(200)
				.body("removed", equalTo(3))
				.body("cut.index", equalTo(1))
				.body("cut.offset", equalTo(whole.length));
	}

	@ParameterizedTest(name = "M9 a client that goes away amid its file ({0}) has not sent a part to be taken")
	@ValueSource(strings = {"Content-Length: 100000", "Transfer-Encoding: chunked"})
	void clientGoesAway(String header) throws IOException {
		MrtUpload.put("", MrtUpload.file().array()).statusCode(200);
		Bytes half = new Bytes().raw(
				new MrtWriter().announce(MrtUpload.ONE, PathAttributes.path("192.0.2.1", 1), "10.0.0.0/8").array());
		byte[] chunkSize = (Integer.toHexString(half.size()) + "\r\n").getBytes(StandardCharsets.US_ASCII);
		Bytes part = header.endsWith("chunked") ? new Bytes().raw(chunkSize).raw(half.array()) : half;
		try (OpenImport _ = new OpenImport(server, MrtUpload.PATH + "?allowPartial=true", "application/mrt", header, part.array())) {
			awaitImport("reading", half.size());
		}
		awaitImport("failed", half.size());
		given().get(MrtUpload.SOURCE + "/import").then().body("failure", containsString("did not come to its end"));
		given().get(MrtUpload.SOURCE).then().body("routesIpv4", equalTo(3)).body("routesIpv6", equalTo(1));
	}

	private static void awaitImport(String state, int bytes) {
		await().untilAsserted(() -> given().get(MrtUpload.SOURCE + "/import").then()
				.body("state", equalTo(state)).body("bytes", equalTo(bytes)));
	}

	@Test
	void aRunningImportIsShownAndCancelled() throws IOException {
		MrtUpload.put("", MrtUpload.file().array()).statusCode(200);
		byte[] part = new MrtWriter().announce(MrtUpload.ONE, PathAttributes.path("192.0.2.1", 1), "10.0.0.0/8").array();
		try (OpenImport open = new OpenImport(server, MrtUpload.PATH, "application/mrt", "Content-Length: " + part.length * 4, part)) {
			awaitImport("reading", part.length);
			given().get(MrtUpload.SOURCE + "/import").then().statusCode(200)
					.body("source", equalTo("mrt-test")).body("format", equalTo("mrt")).body("state", equalTo("reading"))
					.body("dryRun", equalTo(false)).body("totalBytes", equalTo(part.length * 4))
					.body("percent", equalTo(25.0f)).body("records", equalTo(1)).body("routes", equalTo(1)).body("$", not(hasKey("result")));
			MrtUpload.put("", MrtUpload.file().array()).statusCode(409).body("detail", containsString("An import of mrt-test is running"));
			given().delete(MrtUpload.SOURCE + "/import").then().statusCode(204);
			assertEquals(409, open.status());
		}
		given().get(MrtUpload.SOURCE + "/import").then().body("state", equalTo("cancelled"));
		given().delete(MrtUpload.SOURCE + "/import").then().statusCode(409)
				.body("detail", equalTo("The import of mrt-test is cancelled: there is nothing to cancel"));
		given().get(MrtUpload.SOURCE).then().body("routesIpv4", equalTo(3));
		MrtUpload.put("?dryRun=true", MrtUpload.file().array()).statusCode(200).body("unchanged", equalTo(4));
		given().get(MrtUpload.SOURCE + "/import").then()
				.body("state", equalTo("done")).body("dryRun", equalTo(true)).body("percent", equalTo(100.0f))
				.body("result.unchanged", equalTo(4)).body("result.records", equalTo(7));
		given().get("/api/v1/route-sources/never-seen/import").then().statusCode(404);
	}

	@Test
	void whatIsNoMrtFileOrHasNoRouteLeavesTheSource() {
		MrtUpload.put("", MrtUpload.file().array()).statusCode(200);
		MrtUpload.put("", new byte[0]).statusCode(400).body("detail", containsString("no route after the file's 0 records"));
		MrtUpload.put("?allowPartial=true", "<html>not found</html>".getBytes(StandardCharsets.UTF_8)).statusCode(400)
				.body("detail", containsString("it is no MRT record"));
		MrtUpload.put("", new MrtWriter().peerIndex(MrtUpload.ONE).array()).statusCode(400).body("detail", containsString("delete it"));
		given().get("/api/v1/routes?source=mrt-test").then().body("routes", hasSize(4));
	}
}
