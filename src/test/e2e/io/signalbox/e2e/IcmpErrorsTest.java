package io.signalbox.e2e;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kernel host on the left is told about packets that go no further. */
@EndToEnd
class IcmpErrorsTest {
	private final Lab lab;

	IcmpErrorsTest(Lab lab) {
		this.lab = lab;
	}

	@DisplayName("P2 a packet that arrives with TTL 1 comes back as time exceeded")
	@ParameterizedTest(name = "{0}")
	@CsvSource({
		Lab.SERVER4 + ", From " + Lab.BOX_TO_LEFT4 + " icmp_seq=1 Time to live exceeded",
		Lab.SERVER6 + ", From " + Lab.BOX_TO_LEFT6 + " icmp_seq=1 Time exceeded: Hop limit"})
	void timeExceeded(String destination, String message) {
		assertSaid(message, lab.left().pingOnce(destination, "-t", "1"));
	}

	@ParameterizedTest(name = "{0}")
	@CsvSource({
		"198.18.99.1, From " + Lab.BOX_TO_LEFT4 + " icmp_seq=1 Destination Net Unreachable",
		"2001:db8:99::1, From " + Lab.BOX_TO_LEFT6 + " icmp_seq=1 Destination unreachable: No route"})
	void withoutARouteTheSenderIsTold(String destination, String message) {
		assertSaid(message, lab.left().pingOnce(destination));
	}

	@ParameterizedTest(name = "{0}")
	@CsvSource({
		"198.51.100.99, From " + Lab.BOX_TO_LEFT4 + " icmp_seq=1 Destination Host Unreachable",
		"2001:db8:2::99, From " + Lab.BOX_TO_LEFT6 + " icmp_seq=1 Destination unreachable: Address unreachable"})
	void ofANeighborThatNeverAnswersTheSenderIsTold(String destination, String message) {
		assertSaid(message, lab.left().pingOnce(destination, "-W", "8"));
	}

	@ParameterizedTest(name = "{0} {1}")
	@CsvSource({
		"198.18.100.0/24, unreachable, 198.18.100.1, Destination Host Unreachable",
		"198.18.100.0/24, prohibit, 198.18.100.1, Packet filtered",
		"2001:db8:100::/48, unreachable, 2001:db8:100::1, No route",
		"2001:db8:100::/48, prohibit, 2001:db8:100::1, Administratively prohibited"})
	void routesThatRefuseSayWhy(String prefix, String type, String destination, String message) {
		lab.rest().routeOfType(prefix, type);
		try {
			assertSaid(message, lab.left().pingOnce(destination));
		} finally {
			lab.rest().deleteRoute(prefix);
		}
	}

	@ParameterizedTest(name = "{0}")
	@CsvSource({"198.18.100.0/24, 198.18.100.1", "2001:db8:100::/48, 2001:db8:100::1"})
	void aBlackholeIsSilent(String prefix, String destination) {
		lab.rest().routeOfType(prefix, "blackhole");
		try {
			String output = lab.left().pingOnce(destination);
			assertTrue(output.contains("100% packet loss"), output);
			assertFalse(output.contains("From "), output);
		} finally {
			lab.rest().deleteRoute(prefix);
		}
	}

	private static void assertSaid(String message, String output) {
		assertTrue(output.contains(message), () -> "expected '" + message + "' in:\n" + output);
	}
}
