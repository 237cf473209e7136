package io.signalbox.feed.mrt;

import static io.signalbox.feed.mrt.MrtFile.read;
import static io.signalbox.feed.mrt.MrtFile.routes;
import static io.signalbox.feed.mrt.PathAttributes.all;
import static io.signalbox.feed.mrt.PathAttributes.asPath;
import static io.signalbox.feed.mrt.PathAttributes.mpReach;
import static io.signalbox.feed.mrt.PathAttributes.nextHops;
import static io.signalbox.feed.mrt.PathAttributes.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.signalbox.feed.mrt.MrtWriter.Peer;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the next hops that a file says. */
class NexthopMapTest {
	private static final Peer ONE = new Peer("192.0.2.1", 64_501);
	private static final Peer SIX = new Peer("2001:db8::1", 64_506);
	private static final Bytes NONE = new Bytes();

	@Test
	void nextHopsAreMapped() throws IOException {
		Bytes six = all(asPath(1), mpReach(2, 1, nextHops("2001:db8::1"), new Bytes().nlri("2001:db8:1::/48")));
		Bytes linkLocal = all(asPath(1), mpReach(2, 1, nextHops("fe80::1"), new Bytes().nlri("2001:db8:2::/48")));
		MrtWriter file = new MrtWriter()
				.announce(ONE, path("192.0.2.1", 1), "10.0.0.0/8")
				.announce(ONE, path("192.0.2.129", 1), "11.0.0.0/8")
				.announce(ONE, path("198.51.100.1", 1), "12.0.0.0/8")
				.update(SIX, NONE, six, NONE)
				.update(SIX, NONE, linkLocal, NONE);
		NexthopMap map = new NexthopMap(
				List.of(NexthopMap.rule("192.0.2.0/24=203.0.113.1"), NexthopMap.rule("192.0.2.129=blackhole"),
						NexthopMap.rule("fe80::/10=fe80::9%wan0")),
				List.of(NexthopMap.nexthop("203.0.113.2")));
		Map<Prefix, Nexthop> routes =
				routes(file.stream(), new MrtRoutes.Choice("default", Optional.empty(), map, false));
		assertEquals(
				Map.of(
						Prefix.parse("10.0.0.0/8"), new Nexthop.Via(IpAddress.parse("203.0.113.1")),
						Prefix.parse("11.0.0.0/8"), new Nexthop.Blackhole(),
						Prefix.parse("12.0.0.0/8"), new Nexthop.Via(IpAddress.parse("203.0.113.2")),
						Prefix.parse("2001:db8:1::/48"), new Nexthop.Via(IpAddress.parse("2001:db8::1")),
						Prefix.parse("2001:db8:2::/48"), new Nexthop.Via(IpAddress.parse("fe80::9"), "wan0")),
				routes);
		Bytes four = all(asPath(1), mpReach(1, 1, nextHops("2001:db8::1"), new Bytes().nlri("13.0.0.0/8")));
		file.update(SIX, NONE, four, NONE);
		NexthopMap forAll = new NexthopMap(
				List.of(), List.of(NexthopMap.nexthop("203.0.113.2"), NexthopMap.nexthop("2001:db8::9")));
		routes = routes(file.stream(), new MrtRoutes.Choice("default", Optional.empty(), forAll, false));
		assertEquals(new Nexthop.Via(IpAddress.parse("203.0.113.2")), routes.get(Prefix.parse("13.0.0.0/8")));
		assertEquals(new Nexthop.Via(IpAddress.parse("2001:db8::9")), routes.get(Prefix.parse("2001:db8:1::/48")));
		NexthopMap wrong = new NexthopMap(List.of(NexthopMap.rule("::/0=203.0.113.1")), List.of());
		assertEquals(
				"203.0.113.1 is no next hop for an IPv6 route",
				MrtFile.read(file.stream(), new MrtRoutes.Choice("default", Optional.empty(), wrong, false))
						.findings().getFirst().detail());
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', value = {
		"192.0.2.1 | '192.0.2.1' maps no next hop to another: write FROM=TO",
		"192.0.2.1/24=192.0.2.2 | 192.0.2.1/24 has host bits set: the prefix is 192.0.2.0/24",
		"192.0.2.1=wan0 | 'wan0' is not an IPv4 address: four numbers 0 to 255 with dots between, no leading zeros",
		"192.0.2.1=192.0.2.2%a b | 'a b' is no interface's name",
		"192.0.2.1=fe80::1 | fe80::1 is a link-local address: name the interface that it is on as well",
	})
	void badMappingIsNamed(String text, String reason) {
		assertEquals(reason, assertThrows(IllegalArgumentException.class, () -> NexthopMap.rule(text)).getMessage());
	}

	@Test
	void twoNexthopsForOneFamilyContradict() {
		List<Nexthop> two = List.of(NexthopMap.nexthop("192.0.2.1"), NexthopMap.nexthop("blackhole"));
		assertThrows(IllegalArgumentException.class, () -> new NexthopMap(List.of(), two));
	}
}
