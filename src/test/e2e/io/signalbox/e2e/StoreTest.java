package io.signalbox.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.e2e.Box.Port;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the API changed and what becomes of it when the packaged box is stopped, killed, or started twice. */
@EndToEnd
class StoreTest {
	private static final Duration ENDS_WITHIN = Duration.ofSeconds(30);
	private static final int KILLS = 3;

	@TempDir
	Path state;

	private Box box() {
		return Box.configured(List.of(new Port("wan0", "net_null0", List.of("192.0.2.1/24"))),
						Map.of("203.0.113.0/24", "192.0.2.9", "198.51.100.0/24", "192.0.2.9"))
				.keepingIn(state);
	}

	@Test
	void everyObjectIsThereAfterARestartAndAfterAKill() {
		try (Box box = box()) {
			box.start();
			Rest rest = box.rest();
			rest.post("/api/v1/interfaces", "application/json",
					"{\"name\":\"lan0\",\"device\":\"net_null1\",\"addresses\":[\"198.18.0.1/24\"],\"rpFilter\":\"strict\"}");
			rest.patch("/api/v1/interfaces/wan0", "{\"mtu\":1400}");
			rest.put("/api/v1/interfaces/wan0/addresses/192.0.2.2/24", "");
			rest.put("/api/v1/neighbors/lan0/198.18.0.7", "{\"mac\":\"02:00:00:00:00:07\"}");
			rest.route("10.0.0.0/8", "198.18.0.7");
			rest.deleteRoute("203.0.113.0/24");
			rest.patch("/api/v1/rp-filter", "{\"default\":\"loose\"}");
			rest.patch("/api/v1/cache", "{\"mode\":\"off\"}");
			rest.patch("/api/v1/route-sources/static", "{\"distance\":7}");
			List<JsonNode> before = kept(rest);
			box.kill();
			box.start();
			assertEquals(before, kept(box.rest()));
			box.stop(ENDS_WITHIN);
			box.start();
			assertEquals(before, kept(box.rest()));
			assertEquals(404, box.rest().status("/api/v1/routes/203.0.113.0/24"));
			box.rest().delete("/api/v1/interfaces/lan0");
			box.kill();
			box.start();
			assertEquals(404, box.rest().status("/api/v1/interfaces/lan0"));
		}
	}

	/** What of the box is configuration. */
	private static List<JsonNode> kept(Rest rest) {
		return Stream.of(
						rest.get("/api/v1/interfaces/wan0").at("/mtu"),
						rest.get("/api/v1/interfaces/wan0").at("/addresses"),
						rest.get("/api/v1/interfaces/lan0").at("/addresses"),
						rest.get("/api/v1/interfaces/lan0").at("/rpFilter"),
						rest.get("/api/v1/neighbors/lan0/198.18.0.7").at("/mac"),
						rest.get("/api/v1/neighbors/lan0/198.18.0.7").at("/state"),
						rest.get("/api/v1/routes?source=static").at("/routes"),
						rest.get("/api/v1/lookup?destination=10.1.2.3").at("/mac"),
						rest.get("/api/v1/rp-filter").at("/default"),
						rest.get("/api/v1/cache").at("/mode"),
						rest.get("/api/v1/route-sources/static").at("/distance"))
				.toList();
	}

	@Test
	void killsOfTheWholeBoxLoseNoAnsweredWrite() throws InterruptedException {
		Random random = new Random();
		AtomicInteger answered = new AtomicInteger();
		try (Box box = box()) {
			for (int life = 0; life < KILLS; life++) {
				box.start();
				if (life > 0) {
					assertTrue(metric(box.rest()) >= answered.get(), "lost " + answered.get());
				}
				CountDownLatch first = new CountDownLatch(1);
				Thread writer = Thread.ofPlatform().start(() -> write(box.rest(), answered, first));
				first.await();
				LockSupport.parkNanos(random.nextLong(200_000_000));
				box.kill();
				writer.join();
			}
			box.start();
			int now = metric(box.rest());
			assertTrue(now == answered.get() || now == answered.get() + 1, now + " after " + answered.get());
			System.out.printf("measured: %d kills of the whole box, %d answered writes%n", KILLS, answered.get());
		}
	}

	/** Until the box is gone. */
	private static void write(Rest rest, AtomicInteger answered, CountDownLatch first) {
		try {
			while (true) {
				int number = answered.get() + 1;
				rest.put("/api/v1/routes/10.7.0.0/16", "{\"type\":\"blackhole\",\"metric\":" + number + "}");
				answered.set(number);
				first.countDown();
			}
		} catch (UncheckedIOException killed) {
			first.countDown();
		}
	}

	private static int metric(Rest rest) {
		return rest.get("/api/v1/routes/10.7.0.0/16").at("/routes/0/metric").asInt();
	}

	@Test
	void aSecondBoxOnOneStateDirectoryNamesTheFirstAndEnds() {
		try (Box first = box(); Box second = box()) {
			first.start();
			second.launch();
			assertTrue(second.endsWithin(ENDS_WITHIN), second::log);
			assertNotEquals(0, second.exitStatus());
			assertTrue(second.log().contains("in use by another box, process " + first.pid() + " on"), second::log);
			assertEquals(200, first.rest().status("/q/health/ready"));
		}
	}
}
