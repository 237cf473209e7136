package io.signalbox.feed.netlink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MessageWalkTest {
	@Test
	void goesFromMessageToMessageOverTheirPadding() {
		MessageWalk walk = new Bytes().header(18, 1, 2).u32(0).header(16, 4, 0).walk();
		assertTrue(walk.next());
		assertEquals(List.of(1, 2, 7, 9), List.of(walk.type(), walk.flags(), walk.sequence(), walk.port()));
		assertEquals(18, walk.size());
		assertThrows(IndexOutOfBoundsException.class, () -> walk.word(15));
		assertTrue(walk.next());
		assertEquals(new NetlinkMessage.Other(4), walk.message());
		assertFalse(walk.next());
	}

	@Test
	void beginsAtTheBuffersPosition() {
		ByteBuffer bytes = new Bytes().u32(0).header(16, 1, 0).whole().position(4);
		assertTrue(new MessageWalk(bytes).next());
		assertEquals(4, bytes.position());
	}

	@Test
	void refusesALengthThatIsNone() {
		for (long length : new long[] {0, 3, 15, 17, 0x7fff_ffff, 0x8000_0000L, 0xffff_ffffL}) {
			MessageWalk walk = new Bytes().header(length, 24, 0).walk();
			assertThrows(MalformedMessageException.class, walk::next, "length " + length);
		}
	}

	@Test
	void refusesAHeaderThatIsCutShort() {
		MessageWalk walk = new Bytes().u32(16).u32(0).walk();
		assertThrows(MalformedMessageException.class, walk::next);
	}

	@Test
	void refusesAMessageShorterThanItsStructure() {
		for (int type : new int[] {2, 16, 17, 20, 21, 24, 25, 28, 29, 104, 105}) {
			MessageWalk walk = new Bytes().header(19, type, 0).u32(2).walk();
			assertTrue(walk.next());
			assertThrows(MalformedMessageException.class, walk::message, "type " + type);
		}
	}

	@Test
	void refusesAnAttributeLengthThatIsNone() {
		for (int length : new int[] {0, 3, 9, 65_535}) {
			MessageWalk walk = new Bytes()
					.header(36, 24, 0).u8(2, 0, 0, 0, 254, 11, 0, 1).u32(0).attribute(length, 5).u32(0).walk();
			assertTrue(walk.next());
			assertThrows(MalformedMessageException.class, walk::message, "length " + length);
		}
	}

	@Test
	void readsWhatEndsADumpAndAnswersARequest() {
		assertEquals(new NetlinkMessage.Done(0), Bytes.only(new Bytes().header(20, 3, 2).u32(0).walk()));
		assertEquals(new NetlinkMessage.Done(0), Bytes.only(new Bytes().header(16, 3, 2).walk()));
		assertEquals(
				new NetlinkMessage.Answer(17, 5),
				Bytes.only(new Bytes().header(36, 2, 0).u32(-17).u32(16).u32(0).u32(5).u32(0).walk()));
	}

	@Test
	void readsANexthopObjectAndAGroup() {
		Bytes single = new Bytes()
				.header(24 + 8 + 8 + 20, 104, 0x500)
				.u8(10, 0, 11, 0).u32(RouteHop.ONLINK)
				.attribute(8, 1).u32(12)
				.attribute(8, 5).u32(3)
				.attribute(20, 6).u8(0xfe, 0x80).u16(0).u32(0).u32(0).u8(0, 0, 0, 1);
		assertEquals(
				new NexthopMessage(true, 0x500, 12, 11, RouteHop.ONLINK, false, 3,
						Optional.of(IpAddress.parse("fe80::1")), false, List.of()),
				Bytes.only(single.walk()));
		Bytes group = new Bytes()
				.header(24 + 8 + 20, 104, 0)
				.u8(0, 0, 11, 0).u32(0)
				.attribute(8, 1).u32(20)
				.attribute(20, 2).u32(12).u8(0, 0).u16(0).u32(13).u8(44, 1).u16(0);
		assertEquals(
				new NexthopMessage(true, 0, 20, 11, 0, false, 0, Optional.empty(), false,
						List.of(new NexthopMessage.Member(12, 1), new NexthopMessage.Member(13, 301))),
				Bytes.only(group.walk()));
		Bytes blackhole = new Bytes()
				.header(24 + 8 + 4, 105, 0).u8(2, 0, 11, 0).u32(0).attribute(8, 1).u32(9).attribute(4, 4);
		assertEquals(
				new NexthopMessage(false, 0, 9, 11, 0, true, 0, Optional.empty(), false, List.of()),
				Bytes.only(blackhole.walk()));
	}

	@Test
	void refusesAGroupWithHalfAMember() {
		Bytes group = new Bytes()
				.header(24 + 16, 104, 0).u8(0, 0, 11, 0).u32(0).attribute(16, 2).u32(12).u32(0).u32(13);
		assertThrows(MalformedMessageException.class, () -> Bytes.only(group.walk()));
	}

	@Test
	void readsALinkAndTheTableOfAVrf() {
		Bytes link = new Bytes()
				.header(32 + 8 + 8 + 12 + 24, 16, 0)
				.u8(0, 0).u16(1).u32(5).u32(0x1_0001).u32(0)
				.attribute(8, 3).u8('r', 'e', 'd', 0)
				.attribute(8, 4).u32(1500)
				.attribute(10, 1).u8(2, 0, 0, 0, 0, 1, 0, 0)
				.attribute(24, 18)
				.attribute(8, 1).u8('v', 'r', 'f', 0)
				.attribute(12, 0x8002).attribute(8, 1).u32(10);
		LinkMessage red = (LinkMessage) Bytes.only(link.walk());
		assertEquals(
				new LinkMessage(true, 5, "red", 0x1_0001, Optional.of(MacAddress.parse("02:00:00:00:00:01")),
						1500, 0, 0, "vrf", 10),
				red);
		assertTrue(red.isUp() && red.hasLink());
	}

	@Test
	void readsTheOwnAddressOfAPointToPointLink() {
		Bytes address = new Bytes()
				.header(24 + 8 + 8, 20, 0)
				.u8(2, 32, 0, 0).u32(4)
				.attribute(8, 1).u8(192, 0, 2, 2)
				.attribute(8, 2).u8(192, 0, 2, 1);
		assertEquals(
				new AddressMessage(true, 4, InterfaceAddress.parse("192.0.2.1/32"), 0, false), Bytes.only(address.walk()));
	}

	@Test
	void readsANeighbor() {
		Bytes neighbor = new Bytes()
				.header(28 + 8 + 12, 28, 0)
				.u8(2, 0, 0, 0).u32(4).u16(NeighborMessage.NUD_REACHABLE).u8(0, 1)
				.attribute(8, 1).u8(192, 0, 2, 2)
				.attribute(10, 2).u8(2, 0, 0, 0, 0, 9, 0, 0);
		assertEquals(
				new NeighborMessage(true, 4, IpAddress.parse("192.0.2.2"), NeighborMessage.NUD_REACHABLE,
						Optional.of(MacAddress.parse("02:00:00:00:00:09"))),
				Bytes.only(neighbor.walk()));
	}
}
