package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.e2e.Box.Port;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a DHCP client does in a namespace of its own, on a link that is called as the box's interface wan: the address that
 * it sets is the box's, its routes and permanent neighbors too.
 */
@EndToEnd
class KernelTest {
	private static final Duration SOON = Duration.ofSeconds(20);
	private static final String SERVER = "203.0.113.10";

	private Host upstream;
	private Host inside;
	private Host client;
	private Box box;

	@BeforeEach
	void start() {
		upstream = Host.create("isp", List.of("192.0.2.10/24", SERVER + "/32"), List.of("192.0.2.1"));
		inside = Host.create("inside", List.of("198.51.100.10/24"), List.of("198.51.100.1"));
		client = Host.create("client", List.of(), List.of());
		client.must("ip", "link", "add", "wan", "type", "veth", "peer", "name", "far");
		client.must("ip", "link", "set", "far", "up");
		client.must("ip", "link", "set", "wan", "up");
		box = Box.configured(List.of(
				new Port("wan", upstream.device(0), List.of("198.18.0.1/30")),
				new Port("lan", inside.device(1), List.of("198.51.100.1/24"))), Map.of())
				.also("feeds: {kernel: {namespace: " + client.port() + ", addresses: true, neighbors: true}}");
		box.start();
	}

	@AfterEach
	void stop() {
		Optional.ofNullable(box).ifPresent(Box::close);
		Stream.of(upstream, inside, client).filter(Objects::nonNull).forEach(Host::close);
	}

	@Test
	void aLeaseIsTheBoxsUntilItEnds() {
		client.address("wan", "192.0.2.1/24");
		client.must("ip", "route", "add", "203.0.113.0/24", "via", "192.0.2.10");
		await().atMost(SOON).until(() -> inside.ping(SERVER, 1).status() == 0);
		JsonNode wan = box.rest().get("/api/v1/interfaces/wan");
		assertEquals("[\"198.18.0.1/30\"]", wan.path("addresses").toString());
		assertEquals("[\"192.0.2.1/24\"]", wan.path("kernelAddresses").toString());
		assertEquals("kernel", box.rest().get("/api/v1/lookup?destination=" + SERVER).path("source").asText());
		assertEquals(0, upstream.ping("192.0.2.1", 1).status());
		client.noAddress("wan", "192.0.2.1/24");
		await().atMost(SOON).until(() -> box.rest().get("/api/v1/interfaces/wan").path("kernelAddresses").isMissingNode());
		assertEquals("drop", box.rest().get("/api/v1/lookup?destination=192.0.2.10").path("outcome").asText());
		assertEquals(1, upstream.ping("192.0.2.1", 1).status());
	}

	@Test
	void aPermanentNeighborIsAStaticOneUntilItIsDeleted() {
		client.address("wan", "192.0.2.1/24");
		client.must("ip", "neigh", "add", "192.0.2.20", "lladdr", "02:00:00:00:00:20", "dev", "wan", "nud", "permanent");
		String path = "/api/v1/neighbors/wan/192.0.2.20";
		await().atMost(SOON).until(() -> box.rest().status(path) == 200);
		JsonNode neighbor = box.rest().get(path);
		assertEquals(List.of("02:00:00:00:00:20", "static", "true"), List.of(
				neighbor.path("mac").asText(), neighbor.path("state").asText(), neighbor.path("ofKernel").asText()));
		client.must("ip", "neigh", "del", "192.0.2.20", "dev", "wan");
		await().atMost(SOON).until(() -> box.rest().status(path) == 404);
	}
}
