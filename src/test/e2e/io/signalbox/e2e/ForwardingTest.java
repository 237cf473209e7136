package io.signalbox.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EndToEnd
class ForwardingTest {
	private final Lab lab;

	ForwardingTest(Lab lab) {
		this.lab = lab;
	}

	@ParameterizedTest
	@ValueSource(strings = {Lab.SERVER4, Lab.SERVER6, Lab.RIGHT4, Lab.RIGHT6})
	void hostsReachEachOtherThroughTheBox(String destination) {
		assertEquals(10, lab.left().answered(destination, 10));
	}

	@ParameterizedTest
	@ValueSource(strings = {Lab.BOX_TO_LEFT4, Lab.BOX_TO_LEFT6, Lab.BOX_TO_RIGHT4, Lab.BOX_TO_RIGHT6})
	void theBoxAnswersOnEachOfItsAddresses(String own) {
		assertEquals(3, lab.left().answered(own, 3));
	}

	@Test
	void theBoxAnswersOnItsLinkLocalAddress() {
		String linkLocal = lab.rest().get("/api/v1/interfaces/left").at("/state/linkLocal").asText();
		assertTrue(linkLocal.startsWith("fe80:"), linkLocal);
		assertEquals(3, lab.left().answered(linkLocal + "%eth0", 3));
	}

	@ParameterizedTest
	@ValueSource(strings = {Lab.SERVER4, Lab.SERVER6})
	void packetsOfFullSizePass(String destination) {
		int headers = destination.indexOf(':') >= 0 ? 48 : 28;
		lab.left().must("ping", "-n", "-c", "3", "-i", "0.2", "-W", "4", "-M", "do", "-s", Integer.toString(1500 - headers),
				destination);
	}

	@DisplayName("P2 the TTL falls by one on the way")
	@ParameterizedTest(name = "{0}")
	@CsvSource({Lab.SERVER4 + ", ttl=63", Lab.SERVER6 + ", ttl=63"})
	void hopLimitFallsByOne(String destination, String seen) {
		String output = lab.left().pingOnce(destination);
		assertTrue(output.contains(seen), output);
	}

	@DisplayName("P3 traceroute shows the box by its address towards the sender")
	@ParameterizedTest(name = "{0} to {1}")
	@CsvSource({
		"left, " + Lab.SERVER4 + ", " + Lab.BOX_TO_LEFT4,
		"left, " + Lab.SERVER6 + ", " + Lab.BOX_TO_LEFT6,
		"right, 192.0.2.10, " + Lab.BOX_TO_RIGHT4,
		"right, 2001:db8:1::10, " + Lab.BOX_TO_RIGHT6})
	void tracerouteShowsTheBox(String from, String destination, String hop) {
		Host host = from.equals("left") ? lab.left() : lab.right();
		String output = host.must("traceroute", "-n", "-q", "1", "-w", "3", "-m", "4", destination);
		String[] lines = output.lines().skip(1).map(String::strip).toArray(String[]::new);
		assertEquals(2, lines.length, output);
		assertTrue(lines[0].startsWith("1  " + hop + " "), output);
		assertTrue(lines[1].startsWith("2  " + destination + " "), output);
	}
}
