package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

	private String state(Family family) {
		return lab.rest().get("/api/v1/neighbors/right/" + right(family)).path("state").asText();
	}

	@DisplayName("R4 three packets at once for an unknown neighbor are held and sent")
	@ParameterizedTest(name = "{0}")
	@EnumSource
	void held(Family family) {
		lab.left().ping(server(family), 1).succeeded();
		lab.rest().delete("/api/v1/neighbors/right/" + right(family));
		long before = lab.right().echoRequests(family);
		lab.left().must("ping", "-n", "-c", "3", "-l", "3", "-W", "4", server(family));
		assertEquals(before + 3, lab.right().echoRequests(family));
		assertEquals("reachable", state(family));
	}

	@Test
	void aNeighborThatAnnouncesANewMacIsFollowed() {
		lab.left().ping(Lab.SERVER4, 1).succeeded();
		lab.left().ping(Lab.SERVER6, 1).succeeded();
		lab.right().must("bash", "-c", "echo 1 > /proc/sys/net/ipv4/conf/eth0/arp_notify;"
				+ " echo 1 > /proc/sys/net/ipv6/conf/eth0/ndisc_notify");
		lab.right().must("ip", "link", "set", "eth0", "address", "02:00:00:00:01:02");
		await().atMost(LEARNED_WITHIN).untilAsserted(() -> {
			assertTrue(lab.left().ping(Lab.SERVER4, 1).output().contains(" 0% packet loss"));
			assertTrue(lab.left().ping(Lab.SERVER6, 1).output().contains(" 0% packet loss"));
		});
		assertEquals("02:00:00:00:01:02",
				lab.rest().get("/api/v1/neighbors/right/" + Lab.RIGHT4).path("mac").asText());
	}

	@DisplayName("R5 the routes of a silent neighbor stay, and it resolves again on traffic")
	@ParameterizedTest(name = "{0}")
	@EnumSource
	void silentThenBack(Family family) {
		lab.left().ping(server(family), 1).succeeded();
		String address = right(family) + (family == Family.IPV4 ? "/24" : "/64");
		lab.right().must("ip", "addr", "del", address, "dev", "eth0");
		try {
			lab.rest().delete("/api/v1/neighbors/right/" + right(family));
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
		await().atMost(LEARNED_WITHIN).until(() -> lab.left().ping(server(family), 1).status() == 0);
	}
}
