package io.signalbox.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.net.Prefix;
import io.signalbox.route.Packed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors are also those of {@code src/test/native/unit/fib_digest.c}. */
class FibDigestTest {
	@ParameterizedTest(name = "{0} to {1}")
	@CsvSource({
		"0.0.0.0/0, 1, 0, BF58476DA3BCA2D4",
		"10.0.0.0/8, 1, 160, 4C2F740A2A3127F3",
		"10.0.0.0/8, 2, 160, 0B87BB77888482C5",
		"10.0.0.0/9, 1, 160, 63D6952C2E9314ED",
		"192.0.2.1/32, 16777215, 3072, 02C10FC90D7FE016",
		"::/0, 1, 0, BF58476DA3BCA2D4",
		"2001:db8::/32, 7, 218, 72F6B67F8628FDB0",
		"2001:db8:0:1::/64, 7, 218, 8CCEE4DE7CAD9F4F",
		"2001:db8::1/128, 300000, 218, E1A08E2EF53592B6"
	})
	void aRouteHasOneSliceAndOneMix(String text, int nexthop, int slice, String mix) {
		Prefix prefix = Prefix.parse(text);
		long high = Packed.high(prefix);
		assertEquals(slice, FibDigest.slice(Packed.isIpv6(prefix), high));
		assertEquals(
				Long.parseUnsignedLong(mix, 16),
				FibDigest.mix(high, Packed.low(prefix), prefix.length(), nexthop));
	}
}
