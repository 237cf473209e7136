package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.e2e.Box.Port;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A full table by REST, the box killed, and packets through it again before anyone has said a route.
 *
 * <pre>
 * warm 198.18.0.2  ── box ──  cold 198.19.0.2 with {@link #SERVER}, which only the table has a route to
 * </pre>
 */
@EndToEnd
class WarmStartTest {
	private static final String SERVER = "203.0.113.10";
	private static final long ROUTES = 1_200_001;
	private static final Duration SNAPSHOT_WITHIN = Duration.ofSeconds(60);
	private static final Duration FORWARDS_WITHIN = Duration.ofSeconds(60);
	private static final Pattern REPLY = Pattern.compile("(?m)^\\[(\\d+\\.\\d+)\\] \\d+ bytes from");

	@TempDir
	Path folder;

	@Test
	@Timeout(value = 5, unit = TimeUnit.MINUTES)
	void aKilledBoxForwardsByTheFullTableBeforeAnyFeedIsBack() throws IOException {
		try (Host client = Host.create("warm", List.of("198.18.0.2/16"), List.of("198.18.0.1"));
				Host server = Host.create("cold", List.of("198.19.0.2/16"), List.of("198.19.0.1"));
				Box box = Box.configured(
						List.of(new Port("left", client.device(0), List.of("198.18.0.1/16", "2001:db8:1::1/64")),
								new Port("right", server.device(1), List.of("198.19.0.1/16", "2001:db8:2::1/64"))),
						Map.of()).keepingIn(state()).withHeap(1024)) {
			server.address("lo", SERVER + "/32");
			box.start();
			load(box.rest());
			awaitSnapshot(box.rest());
			JsonNode before = source(box.rest());
			Ping ping = new Ping(client);
			try (ping) {
				ping.awaitReplyAfter(0);
				box.kill();
				double begin = now();
				box.launch();
				double first = ping.awaitReplyAfter(begin);
				System.out.printf("measured: %.2f s from the process's start to the first forwarded packet, %d routes,"
						+ " JVM archive: %s%n", first - begin, ROUTES, Files.exists(Project.ARCHIVE) ? "yes" : "no");
			}
			box.awaitReady();
			assertEquals(before, source(box.rest()));
			JsonNode restored = box.rest().get("/api/v1/system").at("/snapshot/restored");
			assertEquals("restored", restored.path("outcome").asText(), restored::toString);
			assertEquals(ROUTES, restored.path("routes").asLong());
			aDamagedSnapshotIsNamed(box);
		}
	}

	private void aDamagedSnapshotIsNamed(Box box) throws IOException {
		box.kill();
		Path snapshot = state().resolve("routes.snapshot");
		try (FileChannel file = FileChannel.open(snapshot, StandardOpenOption.WRITE)) {
			file.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}), file.size() / 2);
		}
		box.start();
		JsonNode restored = box.rest().get("/api/v1/system").at("/snapshot/restored");
		assertEquals("ignored", restored.path("outcome").asText(), restored::toString);
		assertEquals("damaged", restored.path("reason").asText(), restored::toString);
		assertTrue(box.log().contains("snapshot=IGNORED reason=DAMAGED"), box::log);
		assertTrue(Files.exists(state().resolve("routes.snapshot.ignored")));
		assertFalse(box.rest().get("/api/v1/route-sources").toString().contains("demo"));
	}

	private Path state() {
		return folder.resolve("state");
	}

	/** The demo's generated table, and the one route that pings take. */
	private void load(Rest rest) {
		Shell.bash(Path.of(System.getProperty("java.home"), "bin", "java") + " -cp 'target/quarkus-app/app/*'"
				+ " io.signalbox.demo.WriteTable ndjson 198.18.4.0 198.19.4.0 2001:db8:1::1:0 2001:db8:2::1:0 >"
				+ folder + "/routes && echo '{\"destinationPrefix\":\"203.0.113.0/24\",\"nextHops\":"
				+ "[{\"address\":\"198.19.0.2\"}]}' >>" + folder + "/routes"
				+ " && curl -sS --fail-with-body -H 'Content-Type: application/x-ndjson' -H 'Expect:' -T " + folder
				+ "/routes " + rest.uri("/api/v1/route-sources/demo/routes")).succeeded();
	}

	private static void awaitSnapshot(Rest rest) {
		await().atMost(SNAPSHOT_WITHIN).pollInterval(Duration.ofMillis(200))
				.until(() -> rest.get("/api/v1/system").at("/snapshot/written/routes").asLong() == ROUTES);
	}

	private static JsonNode source(Rest rest) {
		return rest.get("/api/v1/route-sources/demo");
	}

	private static double now() {
		return System.currentTimeMillis() / 1e3;
	}

	/** Fifty echo requests a second, each reply with the time of its arrival. */
	private final class Ping implements AutoCloseable {
		private final Path output = folder.resolve("ping");
		private final Process process;

		Ping(Host from) throws IOException {
			process = new ProcessBuilder(
					from.command("setpriv", "--pdeathsig", "KILL", "ping", "-n", "-D", "-i", "0.02", "-W", "1", SERVER))
					.redirectErrorStream(true).redirectOutput(output.toFile()).start();
		}

		/** Waits for a reply after a moment, in seconds since 1970; returns when the first such came. */
		double awaitReplyAfter(double moment) {
			return await().atMost(FORWARDS_WITHIN).pollInterval(Duration.ofMillis(50))
					.until(() -> firstReplyAfter(moment), OptionalDouble::isPresent).getAsDouble();
		}

		private OptionalDouble firstReplyAfter(double moment) {
			try {
				return REPLY.matcher(Files.readString(output, StandardCharsets.UTF_8)).results()
						.map((MatchResult reply) -> reply.group(1)).mapToDouble(Double::parseDouble)
						.filter(at -> at > moment).findFirst();
			} catch (IOException unreadable) {
				throw new UncheckedIOException(unreadable);
			}
		}

		@Override
		public void close() {
			process.destroyForcibly().onExit().join();
		}
	}
}
