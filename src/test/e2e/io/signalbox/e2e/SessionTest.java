package io.signalbox.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.signalbox.e2e.Shell.Outcome;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

@EndToEnd
class SessionTest {
	private static final int ROUTES = 10_000;
	private static final int BATCH = 500;
	private static final String SECONDS = "8";

	private final Lab lab;

	SessionTest(Lab lab) {
		this.lab = lab;
	}

	@Test
	void aTcpSessionOutlivesTenThousandRoutesAddedAndDeleted() throws Exception {
		long routesBefore = staticRoutes();
		lab.reach(Lab.SERVER4);
		try (ExecutorService commands = Executors.newVirtualThreadPerTaskExecutor()) {
			Future<Outcome> server = commands.submit(
					() -> lab.right().run("iperf3", "-s", "-1", "-B", Lab.SERVER4, "--idle-timeout", "60"));
			Awaitility.await().until(() -> lab.right().must("ss", "-Hltn", "sport = :5201").contains(":5201"));
			Future<Outcome> client = commands.submit(
					() -> lab.left().run("iperf3", "-c", Lab.SERVER4, "-t", SECONDS, "-J"));
			int rounds = 0;
			while (!client.isDone() || rounds == 0) {
				change("put");
				assertEquals(routesBefore + ROUTES, staticRoutes());
				change("delete");
				rounds++;
			}
			assertEquals(routesBefore, staticRoutes());
			JsonNode report = new ObjectMapper().readTree(client.get().succeeded());
			server.get().succeeded();
			double megabits = report.at("/end/sum_received/bits_per_second").asDouble() / 1e6;
			assertTrue(megabits > 0 && report.path("error").isMissingNode(), () -> report.toString());
			System.out.printf("measured: TCP at %.0f Mbit/s while 10,000 routes came and went %d times%n", megabits, rounds);
		}
	}

	private long staticRoutes() {
		return lab.rest().get("/api/v1/route-sources/static").path("routesIpv4").asLong();
	}

	/** More and less specific than the session's own route, and apart from it. */
	private void change(String op) {
		for (int first = 0; first < ROUTES; first += BATCH) {
			String batch = IntStream.range(first, first + BATCH).mapToObj(at -> operation(op, at))
					.collect(Collectors.joining("\n"));
			lab.rest().post("/api/v1/routes/batch", "application/x-ndjson", batch);
		}
	}

	private static String operation(String op, int at) {
		String prefix = switch (at) {
			case 0 -> "203.0.112.0/23";
			case 1 -> Lab.SERVER4 + "/32";
			default -> "198.19.%d.%d/32".formatted(at >> 8, at & 255);
		};
		String nextHops = op.equals("put") ? ",\"nextHops\":[{\"address\":\"" + Lab.RIGHT4 + "\"}]" : "";
		return "{\"op\":\"" + op + "\",\"destinationPrefix\":\"" + prefix + "\"" + nextHops + "}";
	}
}
