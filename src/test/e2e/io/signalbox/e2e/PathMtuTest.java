package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The link to the right takes no more than 1,400 bytes; the kernel host on the left has to find that out. */
@EndToEnd
class PathMtuTest {
	private static final String RIGHT = "/api/v1/interfaces/right";

	private final Lab lab;

	PathMtuTest(Lab lab) {
		this.lab = lab;
	}

	@BeforeEach
	void narrow() {
		lab.reach(Lab.SERVER4, Lab.SERVER6);
		set(1400);
	}

	/** Of the link: both ends. */
	private void set(int mtu) {
		lab.rest().patch(RIGHT, "{\"mtu\":" + mtu + "}");
		lab.right().must("ip", "link", "set", "eth0", "mtu", String.valueOf(mtu));
	}

	@AfterEach
	void widen() {
		set(1500);
		lab.left().must("ip", "route", "flush", "cache");
		lab.left().must("ip", "-6", "route", "flush", "cache");
	}

	@DisplayName("P9 a packet that is too big and may not be cut comes back with the MTU")
	@ParameterizedTest(name = "{0}")
	@CsvSource({
		Lab.SERVER4 + ", From " + Lab.BOX_TO_LEFT4 + " icmp_seq=1 Frag needed and DF set (mtu = 1400)",
		Lab.SERVER6 + ", From " + Lab.BOX_TO_LEFT6 + " icmp_seq=1 Packet too big: mtu=1400"})
	void theSenderIsToldTheMtu(String destination, String message) {
		String output = lab.left().pingOnce(destination, "-M", "do", "-s", "1452");
		assertTrue(output.contains(message), output);
		assertEquals(0, lab.left().run("ping", "-n", "-c", "1", "-W", "4", "-M", "do", "-s", "1352", destination).status());
	}

	@ParameterizedTest(name = "{0}")
	@ValueSource(strings = {Lab.SERVER4, Lab.SERVER6})
	void tracerouteFindsTheMtuOfThePath(String destination) {
		String output = lab.left().run("traceroute", "-n", "--mtu", "-w", "2", "-q", "1", "-m", "3", destination).output();
		assertTrue(output.contains("F=1400"), output);
	}

	@Test
	void whatMayBeCutArrivesWhole() {
		String output = lab.left().pingOnce(Lab.SERVER4, "-M", "dont", "-s", "1452", "-W", "4");
		assertTrue(output.contains("1460 bytes from"), output);
	}

	@ParameterizedTest(name = "{0}")
	@ValueSource(strings = {Lab.SERVER4, Lab.SERVER6})
	void tcpGoesThrough(String destination) {
		try (Daemon server = Daemon.start(lab.right(), Path.of("/dev/null"), "iperf3", "-s", "-p", "5299")) {
			await().until(() -> lab.right().must("ss", "-Hltn", "sport = :5299").contains(":5299"));
			lab.left().must("iperf3", "-c", destination, "-p", "5299", "-n", "2M");
			assertTrue(server.process().isAlive());
		}
	}
}
