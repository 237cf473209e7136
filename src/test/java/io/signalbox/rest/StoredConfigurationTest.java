package io.signalbox.rest;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import io.signalbox.store.SmallDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The API of a box with a stateDirectory, on a disk that can be filled. What restarts keep is in io.signalbox.lifecycle.Stored*Test. */
@QuarkusTest
@QuarkusTestResource(value = StoredConfigurationTest.Folder.class, restrictToAnnotatedClass = true)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StoredConfigurationTest {
	private static final String CONFIGURATION = "/api/v1/system/configuration";
	private static final String ROUTE = "/api/v1/routes/10.9.0.0/16";
	private static final String VIA = "{\"nextHops\":[{\"address\":\"192.0.2.7\"}]}";

	private static SmallDisk disk;

	/** A configuration file that names the disk, for this class alone. */
	public static final class Folder implements QuarkusTestResourceLifecycleManager {
		private static final String FILE = "signalbox.config";

		@Override
		public Map<String, String> start() {
			try {
				Path folder = Files.createTempDirectory("sbx-rest-store");
				disk = SmallDisk.mounted(Files.createDirectory(folder.resolve("state")), 2_048);
				Path file = Files.writeString(folder.resolve("box.yaml"), "stateDirectory: " + disk.path() + "\n"
						+ "cache: {ways: 2}\n"
						+ "interfaces: [{name: st0, device: net_null_st0, addresses: [\"192.0.2.1/24\"]}]\n"
						+ "routes: [{destinationPrefix: 10.8.0.0/16, nextHops: [{address: 192.0.2.9}]}]\n");
				System.setProperty(FILE, file.toString());
				return Map.of();
			} catch (IOException failed) {
				throw new UncheckedIOException(failed);
			}
		}

		@Override
		public void stop() {
			System.clearProperty(FILE);
			try {
				disk.close();
			} catch (IOException failed) {
				throw new UncheckedIOException(failed);
			}
		}
	}

	private static ValidatableResponse send(String method, String path, String body) {
		return given().contentType("application/json").body(body).request(method, path).then();
	}

	private static ValidatableResponse objects(String kind) {
		return given().get(CONFIGURATION + "?kind=" + kind).then().statusCode(200);
	}

	private static String of(String key) {
		return "objects.find { it.key == '" + key + "' }.";
	}

	@Test
	@Order(1)
	@DisplayName("each object has its value and its origin, and shows what of the file it hides")
	void origins() {
		send("PATCH", "/api/v1/interfaces/st0", "{\"mtu\":1400}").statusCode(200);
		send("PUT", "/api/v1/interfaces/st0/addresses/198.18.7.1/24", "").statusCode(201);
		send("PATCH", "/api/v1/cache", "{\"ways\":8}").statusCode(200);
		send("PATCH", "/api/v1/rp-filter", "{\"default\":\"loose\",\"interfaces\":{\"st0\":\"strict\"}}").statusCode(200);
		send("PUT", "/api/v1/neighbors/st0/192.0.2.7", "{\"mac\":\"02:00:00:00:00:07\"}").statusCode(201);
		send("PUT", ROUTE, VIA).statusCode(201);
		given().delete("/api/v1/routes/10.8.0.0/16").then().statusCode(204);
		send("PATCH", "/api/v1/route-sources/static", "{\"distance\":9}").statusCode(200);

		objects("interface")
				.body(of("st0/mtu") + "value", equalTo(1400))
				.body(of("st0/mtu") + "origin", equalTo("store"))
				.body(of("st0/mtu") + "hidden", nullValue())
				.body(of("st0/addresses") + "value", hasSize(2))
				.body(of("st0/addresses") + "hidden", equalTo(List.of("192.0.2.1/24")))
				.body(of("st0/rpFilter") + "value", equalTo("strict"))
				.body(of("st0/device") + "origin", equalTo("file"))
				.body(of("st0/adminUp") + "origin", equalTo("default"));
		objects("setting")
				.body(of("cache.ways") + "value", equalTo(8))
				.body(of("cache.ways") + "hidden", equalTo(2))
				.body(of("cache.mode") + "value", equalTo("adaptive"))
				.body(of("cache.mode") + "origin", equalTo("default"))
				.body(of("rpFilter.default") + "value", equalTo("loose"));
		objects("neighbor").body(of("st0/192.0.2.7") + "value.mac", equalTo("02:00:00:00:00:07"));
		objects("route")
				.body(of("default/10.9.0.0/16") + "value.nextHops[0].address", equalTo("192.0.2.7"))
				.body(of("default/10.8.0.0/16") + "deleted", equalTo(true))
				.body(of("default/10.8.0.0/16") + "hidden.nextHops[0].address", equalTo("192.0.2.9"));
		objects("route-source").body(of("static") + "value.distance", equalTo(9));
		given().get(CONFIGURATION).then()
				.body("store.state", equalTo("writable"))
				.body("store.writes", greaterThanOrEqualTo(8))
				.body("restartNeeded", equalTo(false));
	}

	@Test
	@Order(2)
	void pagesGoOn() {
		String next = given().get(CONFIGURATION + "?kind=setting&limit=3").then().body("objects", hasSize(3)).extract()
				.path("next");
		given().get(CONFIGURATION + "?kind=setting&limit=3&after=" + next).then().statusCode(200)
				.body("objects.key", not(hasItem(next.split(":", 2)[1])));
	}

	@Test
	@Order(3)
	@DisplayName("a full disk is 507, with the box as it was and the probe telling it; with room again all goes on")
	void fullDisk() throws IOException {
		disk.fill();
		int status = 0;
		int last = 0;
		while (status != 507) {
			last++;
			status = send("PUT", "/api/v1/routes/10.9." + last + ".0/24", VIA).extract().statusCode();
		}
		send("PUT", "/api/v1/routes/10.10.0.0/16", VIA).statusCode(507)
				.body("type", equalTo("urn:signalbox:problem:disk-full"));
		given().get("/api/v1/routes/10.9." + last + ".0/24").then().statusCode(404);
		given().get("/api/v1/routes/10.10.0.0/16").then().statusCode(404);
		send("PATCH", "/api/v1/interfaces/st0", "{\"mtu\":1300}").statusCode(507);
		given().get("/api/v1/interfaces/st0").then().body("mtu", equalTo(1400));
		given().delete("/api/v1/interfaces/st0").then().statusCode(507);
		given().get("/api/v1/interfaces/st0").then().statusCode(200).body("mtu", equalTo(1400))
				.body("addresses", hasSize(2)).body("rpFilter", equalTo("strict"));
		given().get("/api/v1/neighbors/st0/192.0.2.7").then().statusCode(200).body("state", equalTo("static"));
		send("PUT", "/api/v1/neighbors/st0/192.0.2.7", "{\"mac\":\"02:00:00:00:00:08\"}").statusCode(507);
		given().get("/api/v1/neighbors/st0/192.0.2.7").then().body("mac", equalTo("02:00:00:00:00:07"));
		send("PATCH", "/api/v1/cache", "{\"ways\":4}").statusCode(507);
		given().get("/api/v1/cache").then().body("ways", equalTo(8));
		send("PATCH", "/api/v1/rp-filter", "{\"default\":\"off\",\"interfaces\":{\"st0\":null}}").statusCode(507);
		given().get("/api/v1/rp-filter").then().body("default", equalTo("loose")).body("interfaces.st0", equalTo("strict"));
		send("PATCH", "/api/v1/route-sources/static", "{\"distance\":10}").statusCode(507);
		given().get("/api/v1/route-sources/static").then().body("distance", equalTo(9));
		given().delete("/api/v1/route-sources/static").then().statusCode(507);
		given().get(ROUTE).then().statusCode(200);
		given().get("/q/health/ready").then().statusCode(200)
				.body("checks.find { it.name == 'store' }.data.problem", containsString("full"));
		given().accept("text/plain").get("/q/metrics").then().body(containsString("signalbox_store_problem 1.0"));
		disk.makeRoom();
		send("PUT", "/api/v1/routes/10.10.0.0/16", VIA).statusCode(201);
		given().accept("text/plain").get("/q/metrics").then().body(containsString("signalbox_store_problem 0.0"));
	}

	@Test
	@Order(4)
	void forgettingIsForTheNextStart() {
		given().delete(CONFIGURATION + "/stored?kind=interface&key=st0").then().statusCode(200)
				.body("takesEffect", equalTo("next-start")).body("objects", equalTo(3));
		given().delete(CONFIGURATION + "/stored").then().statusCode(200).body("objects", greaterThanOrEqualTo(5));
		given().get("/api/v1/interfaces/st0").then().body("mtu", equalTo(1400));
		given().get(CONFIGURATION).then().body("restartNeeded", equalTo(true));
		objects("interface").body(of("st0/mtu") + "origin", equalTo("default"));
		objects("route").body(of("default/10.8.0.0/16") + "origin", equalTo("file"));
	}
}
