package io.signalbox.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.signalbox.net.IpAddress;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoredRouteTest {
	private static final Nexthop.Via VIA = new Nexthop.Via(IpAddress.parse("192.0.2.1"));

	static List<Nexthop> nexthops() {
		return List.of(
				VIA,
				new Nexthop.Via(IpAddress.parse("fe80::1"), "wan0"),
				new Nexthop.Via(IpAddress.parse("2001:db8::1"), Optional.empty(), Optional.of("red"), false),
				new Nexthop.Via(IpAddress.parse("203.0.113.7"), Optional.of("wan0"), Optional.empty(), true),
				new Nexthop.Connected("lan0"),
				Nexthop.of(List.of(
						new Nexthop.Member(VIA, 255), new Nexthop.Member(new Nexthop.Connected("lan0"), 1))),
				new Nexthop.Blackhole(),
				new Nexthop.Unreachable(),
				new Nexthop.Prohibit());
	}

	@ParameterizedTest
	@MethodSource("nexthops")
	void everyNexthopIsReadAsItWasWritten(Nexthop nexthop) {
		StoredRoute plain = new StoredRoute(nexthop, 0, RouteChanges.SOURCE_DISTANCE);
		assertEquals(plain, StoredRoute.parse(plain.json()));
		StoredRoute full = new StoredRoute(nexthop, 4_294_967_295L, 250);
		assertEquals(full, StoredRoute.parse(full.json()));
	}

	/** What is on disks must be readable for ever. */
	@Test
	void theFormStays() {
		assertEquals("{\"nextHops\":[{\"address\":\"192.0.2.1\"}]}",
				new StoredRoute(VIA, 0, RouteChanges.SOURCE_DISTANCE).json());
		assertEquals("{\"type\":\"blackhole\",\"metric\":7,\"preference\":5}",
				new StoredRoute(new Nexthop.Blackhole(), 7, 5).json());
	}

	@ParameterizedTest
	@ValueSource(strings = {"", "[]", "{", "{}", "{\"type\":\"multicast\"}", "{\"nextHops\":[]}", "{\"nextHops\":[{}]}",
		"{\"nextHops\":[{\"address\":\"192.0.2\"}]}", "{\"nextHops\":[{\"address\":\"192.0.2.1\",\"label\":3}]}",
		"{\"nextHops\":[{\"address\":\"192.0.2.1\"}],\"preference\":256}", "{\"type\":\"blackhole\",\"metric\":-1}",
		"{\"type\":\"blackhole\",\"tag\":1}"})
	void whatIsNoneIsRefused(String json) {
		assertThrows(IllegalArgumentException.class, () -> StoredRoute.parse(json));
	}
}
