package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.net.Family;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@EndToEnd
class NeighborsTest {
	private static final Duration LEARNED_WITHIN = Duration.ofSeconds(20);

	private final Lab lab;

	NeighborsTest(Lab lab) {
		this.lab = lab;
	}

	private static String right(Family family) {
		return family == Family.IPV4 ? Lab.RIGHT4 : Lab.RIGHT6;
	}

	private static String server(Family family) {
		return family == Family.IPV4 ? Lab.SERVER4 : Lab.SERVER6;
	}

	private JsonNode neighbor(Family family) {
		return lab.rest().get("/api/v1/neighbors/right/" + right(family));
	}

	private String state(Family family) {
		return neighbor(family).path("state").asText();
	}

	@DisplayName("R4 three packets at once for an unknown neighbor are held and sent")
	@ParameterizedTest(name = "{0}")
	@EnumSource
	void held(Family family) {
		lab.reach(server(family));
		lab.rest().delete("/api/v1/neighbors/right/" + right(family));
		long before = lab.right().echoRequests(family);
		lab.left().must("ping", "-n", "-c", "3", "-l", "3", "-W", "4", server(family));
		await().atMost(LEARNED_WITHIN).untilAsserted(
				() -> assertEquals(before + 3, lab.right().echoRequests(family)));
		assertEquals("reachable", state(family));
	}

	@Test
	void aNeighborThatAnnouncesANewMacIsFollowedAtOnce() {
		lab.reach(Lab.SERVER4, Lab.SERVER6);
		lab.right().must("bash", "-c", "echo 1 > /proc/sys/net/ipv4/conf/eth0/arp_notify;"
				+ " echo 1 > /proc/sys/net/ipv6/conf/eth0/ndisc_notify");
		lab.right().must("ip", "link", "set", "eth0", "address", "02:00:00:00:01:02");
		await().atMost(Duration.ofSeconds(2)).untilAsserted(() -> {
			assertEquals("02:00:00:00:01:02", neighbor(Family.IPV4).path("mac").asText());
			assertEquals("02:00:00:00:01:02", neighbor(Family.IPV6).path("mac").asText());
		});
		lab.left().ping(Lab.SERVER4, 3).succeeded();
		lab.left().ping(Lab.SERVER6, 3).succeeded();
	}

	@ParameterizedTest(name = "{0}")
	@EnumSource
	void aNeighborThatChangesItsMacInSilenceIsFoundAgain(Family family) {
		lab.reach(server(family));
		String mac = "02:00:00:00:02:0" + family.number();
		lab.right().must("bash", "-c", "echo 0 > /proc/sys/net/ipv4/conf/eth0/arp_notify;"
				+ " echo 0 > /proc/sys/net/ipv6/conf/eth0/ndisc_notify");
		lab.right().must("ip", "link", "set", "eth0", "address", mac);
		await().atMost(LEARNED_WITHIN).untilAsserted(() -> {
			assertEquals(0, lab.left().ping(server(family), 1).status());
			assertEquals(mac, neighbor(family).path("mac").asText());
		});
	}

	@DisplayName("R5 the routes of a silent neighbor stay, and it resolves again on traffic")
	@ParameterizedTest(name = "{0}")
	@EnumSource
	void silentThenBack(Family family) {
		lab.reach(server(family));
		String address = right(family) + (family == Family.IPV4 ? "/24" : "/64");
		lab.right().must("ip", "addr", "del", address, "dev", "eth0");
		try {
			await().atMost(LEARNED_WITHIN).until(() -> {
				lab.left().pingOnce(server(family), "-W", "1");
				return state(family).equals("failed");
			});
			String prefix = family == Family.IPV4 ? Lab.SERVERS4 : Lab.SERVERS6;
			assertTrue(lab.rest().get("/api/v1/routes/" + prefix).at("/routes/0/active").asBoolean());
		} finally {
			lab.right().address("eth0", address);
			// Removing the address took the default route along.
			lab.right().run("ip", "route", "replace", "default", "via",
					family == Family.IPV4 ? Lab.BOX_TO_RIGHT4 : Lab.BOX_TO_RIGHT6);
		}
		lab.reach(server(family));
	}
}
