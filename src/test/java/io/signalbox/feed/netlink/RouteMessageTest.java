package io.signalbox.feed.netlink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RouteMessageTest {
	/** What {@code ip route add 198.51.100.0/24 via 192.0.2.1 dev 3 metric 20} sends. */
	private static Bytes plain(int type) {
		return new Bytes()
				.header(16 + 12 + 8 + 8 + 8 + 8 + 8, type, 0x501)
				.u8(2, 24, 0, 0, 254, 186, 0, 1).u32(0)
				.attribute(8, 1).u8(198, 51, 100, 0)
				.attribute(8, 15).u32(254)
				.attribute(8, 6).u32(20)
				.attribute(8, 5).u8(192, 0, 2, 1)
				.attribute(8, 4).u32(3);
	}

	private static RouteMessage read(Bytes bytes) {
		return assertInstanceOf(RouteMessage.class, Bytes.only(bytes.walk()));
	}

	private static RouteHop hop(int index, String address) {
		return new RouteHop(index, Optional.of(IpAddress.parse(address)), 1, 0, false);
	}

	@Test
	void readsARouteOfOneWay() {
		RouteMessage route = read(plain(24));
		assertEquals(true, route.isNew());
		assertEquals(0x501, route.flags());
		assertEquals(Prefix.parse("198.51.100.0/24"), route.prefix());
		assertEquals(254, route.table());
		assertEquals(RouteMessage.RTPROT_BGP, route.protocol());
		assertEquals(RouteType.UNICAST, route.type());
		assertEquals(20, route.priority());
		assertEquals(0, route.nexthopId());
		assertEquals(List.of(hop(3, "192.0.2.1")), route.hops());
		assertEquals(false, read(plain(25)).isNew());
	}

	@Test
	void readsTheDefaultRouteThatNamesNoDestination() {
		RouteMessage route = read(new Bytes().header(28, 24, 0).u8(10, 0, 0, 0, 254, 11, 0, 6).u32(0));
		assertEquals(Prefix.parse("::/0"), route.prefix());
		assertEquals(RouteType.BLACKHOLE, route.type());
		assertEquals(List.of(), route.hops());
	}

	@Test
	void takesTheTableOf32BitsAndANexthopId() {
		RouteMessage route = read(new Bytes()
				.header(28 + 8 + 8 + 8, 24, 0)
				.u8(2, 32, 0, 0, 252, 11, 0, 1).u32(0)
				.attribute(8, 15).u32(4_000_000_000L)
				.attribute(8, 30).u32(77)
				.attribute(8, 1).u8(203, 0, 113, 7));
		assertEquals(4_000_000_000L, route.table());
		assertEquals(77, route.nexthopId());
		assertEquals(Prefix.parse("203.0.113.7/32"), route.prefix());
	}

	@Test
	void readsWaysWithWeightsFlagsAndAnAddressOfTheOtherFamily() {
		RouteMessage route = read(new Bytes()
				.header(28 + 8 + 4 + 16 + 32, 24, 0)
				.u8(2, 8, 0, 0, 254, 186, 0, 1).u32(0)
				.attribute(8, 1).u8(11, 0, 0, 0)
				.attribute(4 + 16 + 32, 9)
				.u16(16).u8(4, 9).u32(3).attribute(8, 5).u8(192, 0, 2, 1)
				.u16(32).u8(0, 0).u32(4)
				.attribute(22, 18).u16(10).u32(0x80fe).u32(0).u32(0).u8(0, 0, 0, 5).u16(0));
		assertEquals(
				List.of(
						new RouteHop(3, Optional.of(IpAddress.parse("192.0.2.1")), 10, RouteHop.ONLINK, false),
						new RouteHop(4, Optional.of(IpAddress.parse("fe80::5")), 1, 0, false)),
				route.hops());
	}

	@Test
	void saysOfAWayThatItGivesThePacketAnotherHeader() {
		Bytes mpls = new Bytes()
				.header(28 + 8 + 8, 24, 0)
				.u8(2, 8, 0, 0, 254, 186, 0, 1).u32(0)
				.attribute(6, 21).u16(1).u16(0)
				.attribute(8, 5).u8(192, 0, 2, 1);
		assertEquals(true, read(mpls).hops().getFirst().encapsulated());
		Bytes viaMpls = new Bytes()
				.header(28 + 12, 24, 0)
				.u8(2, 8, 0, 0, 254, 186, 0, 1).u32(0)
				.attribute(10, 18).u16(28).u32(0).u16(0);
		assertEquals(true, read(viaMpls).hops().getFirst().encapsulated());
	}

	@Test
	void clearsHostBits() {
		Bytes bytes = new Bytes()
				.header(36, 24, 0).u8(2, 8, 0, 0, 254, 11, 0, 7).u32(0).attribute(8, 1).u8(11, 1, 2, 3);
		assertEquals(Prefix.parse("11.0.0.0/8"), read(bytes).prefix());
	}

	@Test
	void refusesAPrefixLengthOfNoAddress() {
		Bytes v4 = new Bytes().header(28, 24, 0).u8(2, 33, 0, 0, 254, 11, 0, 1).u32(0);
		assertThrows(MalformedMessageException.class, () -> read(v4));
		Bytes v6 = new Bytes().header(28, 24, 0).u8(10, 129, 0, 0, 254, 11, 0, 1).u32(0);
		assertThrows(MalformedMessageException.class, () -> read(v6));
	}

	@Test
	void leavesOtherFamiliesToOthers() {
		Bytes mpls = new Bytes().header(28, 24, 0).u8(28, 20, 0, 0, 254, 186, 0, 1).u32(0);
		assertEquals(new NetlinkMessage.Other(24), Bytes.only(mpls.walk()));
	}

	@Test
	void refusesAWayThatIsLongerThanItsAttribute() {
		for (int length : new int[] {0, 7, 9, 65_535}) {
			Bytes bytes = new Bytes()
					.header(28 + 4 + 8, 24, 0)
					.u8(2, 0, 0, 0, 254, 186, 0, 1).u32(0)
					.attribute(12, 9).u16(length).u8(0, 0).u32(3);
			assertThrows(MalformedMessageException.class, () -> read(bytes), "length " + length);
		}
	}

	@Test
	void refusesAnAddressThatIsCutShort() {
		Bytes bytes = new Bytes()
				.header(28 + 8, 24, 0).u8(10, 64, 0, 0, 254, 186, 0, 1).u32(0).attribute(8, 1).u8(32, 1, 13, 184);
		assertThrows(MalformedMessageException.class, () -> read(bytes));
	}
}
