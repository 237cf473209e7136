package io.signalbox.feed.netlink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is written is what is read; and whatever comes of mutated bytes, it is a message or the codec's own exception. */
class MessageWriterTest {
	private static final long SEED = 20_260_829;
	private final ByteBuffer bytes = ByteBuffer.allocate(256 * 1024);

	private static Optional<IpAddress> address(String text) {
		return Optional.of(IpAddress.parse(text));
	}

	static RouteMessage route(long high, int length, RouteType type, int nexthopId, List<RouteHop> hops) {
		return new RouteMessage(true, 0x501, false, high, 0, length, 0, 0, 254, 186, 0, type,
				hops.size() == 1 ? hops.getFirst().flags() : 0, 20, nexthopId, hops);
	}

	private static List<NetlinkMessage> all() {
		RouteHop v4 = new RouteHop(3, address("192.0.2.1"), 1, RouteHop.ONLINK, false);
		RouteHop v6 = new RouteHop(4, address("fe80::1"), 1, 0, false);
		RouteHop heavy = new RouteHop(5, address("192.0.2.9"), 256, 0, false);
		RouteHop device = new RouteHop(6, Optional.empty(), 1, 0, false);
		return List.of(
				route(0x0b00_0000L << 32, 8, RouteType.UNICAST, 0, List.of(v4)),
				route(0x0b00_0000L << 32, 8, RouteType.UNICAST, 0, List.of(v6)),
				route(0x0b00_0000L << 32, 8, RouteType.UNICAST, 0, List.of(device)),
				route(0x0b00_0000L << 32, 8, RouteType.UNICAST, 0, List.of(v4, v6, heavy, device)),
				route(0, 0, RouteType.BLACKHOLE, 0, List.of()),
				route(0x0b00_0001L << 32, 32, RouteType.UNICAST, 99, List.of()),
				new RouteMessage(false, 1, true, 0x2001_0db8_0000_0000L, 0, 32, 0, 0, 70_000, 186, 0,
						RouteType.UNREACHABLE, RouteMessage.RTM_F_OFFLOAD, 0, 0, List.of()),
				new NexthopMessage(true, 0x501, 12, 11, 0, false, 3, address("192.0.2.1"), false, List.of()),
				new NexthopMessage(true, 0x501, 13, 11, 0, true, 0, Optional.empty(), false, List.of()),
				new NexthopMessage(false, 1, 14, 11, 0, false, 0, Optional.empty(), false,
						List.of(new NexthopMessage.Member(12, 1), new NexthopMessage.Member(13, 65_536))),
				new LinkMessage(true, 5, "wan0", 0x1_0001, Optional.of(new MacAddress(0x0200_0000_0001L)), 1500, 2, 9,
						"vlan", 0),
				new LinkMessage(false, 9, "red", 1, Optional.empty(), 65_575, 0, 0, "vrf", 10),
				new AddressMessage(true, 5, InterfaceAddress.parse("2001:db8::1/64"), 0, true),
				new NeighborMessage(true, 5, IpAddress.parse("192.0.2.1"), NeighborMessage.NUD_STALE,
						Optional.of(new MacAddress(0x0200_0000_0002L))),
				new NeighborMessage(false, 5, IpAddress.parse("fe80::2"), NeighborMessage.NUD_FAILED, Optional.empty()),
				new NetlinkMessage.Answer(17, 5),
				new NetlinkMessage.Done(0));
	}

	private void write(NetlinkMessage message) {
		MessageWriter writer = new MessageWriter(bytes);
		switch (message) {
			case RouteMessage route -> writer.write(route);
			case NexthopMessage nexthop -> writer.write(nexthop);
			case LinkMessage link -> writer.write(link);
			case AddressMessage address -> writer.write(address);
			case NeighborMessage neighbor -> writer.write(neighbor);
			case NetlinkMessage.Answer answer -> writer.write(answer);
			case NetlinkMessage.Done done -> writer.write(done);
			case NetlinkMessage.Other other -> throw new AssertionError(other);
		}
	}

	private List<NetlinkMessage> read() {
		MessageWalk walk = new MessageWalk(bytes.duplicate().flip());
		List<NetlinkMessage> read = new ArrayList<>();
		while (walk.next()) {
			read.add(walk.message());
		}
		return read;
	}

	@Test
	void readsWhatItWrote() {
		all().forEach(this::write);
		assertEquals(all(), read());
	}

	@Test
	void aRouteOf128WaysTakesLessThan6KiB() {
		List<RouteHop> hops = new ArrayList<>();
		for (int at = 0; at < 128; at++) {
			hops.add(new RouteHop(at + 1, address("2001:db8::" + Integer.toHexString(at)), 1, 0, false));
		}
		write(route(0, 0, RouteType.UNICAST, 0, hops));
		assertTrue(bytes.position() < 6 * 1024, bytes.position() + " bytes");
		assertEquals(hops, ((RouteMessage) read().getFirst()).hops());
	}

	@Test
	void asksForADump() {
		new MessageWriter(bytes).dump(NetlinkMessage.RTM_GETROUTE, NetlinkMessage.AF_INET, 44);
		bytes.flip().order(ByteOrder.nativeOrder());
		assertEquals(28, bytes.remaining());
		assertEquals(28, bytes.getInt(0));
		assertEquals(26, bytes.getShort(4));
		assertEquals(0x301, bytes.getShort(6));
		assertEquals(44, bytes.getInt(8));
		assertEquals(NetlinkMessage.AF_INET, bytes.get(16));
	}

	/** The answer must not depend on what lies behind the message: so nothing there was read. */
	@Test
	void mutatedBytesAreAMessageOrMalformedAndNothingBeyondThemIsRead() {
		SplittableRandom random = new SplittableRandom(SEED);
		List<NetlinkMessage> messages = all();
		int malformed = 0;
		for (int round = 0; round < 100_000; round++) {
			bytes.clear();
			write(messages.get(random.nextInt(messages.size())));
			int size = bytes.position();
			for (int flips = random.nextInt(4); flips >= 0; flips--) {
				mutate(random, size);
			}
			int shown = random.nextInt(8) == 0 ? random.nextInt(size + 1) : size;
			String one = outcome(shown, (byte) 0x00);
			assertEquals(one, outcome(shown, (byte) 0xff), () -> "seed " + SEED);
			malformed += one.startsWith("malformed") ? 1 : 0;
		}
		assertTrue(malformed > 3_000, "only " + malformed + " of 100000 were malformed");
	}

	private void mutate(SplittableRandom random, int size) {
		int at = random.nextInt(size);
		switch (random.nextInt(3)) {
			case 0 -> bytes.put(at, (byte) random.nextInt());
			case 1 -> bytes.put(at, (byte) (bytes.get(at) ^ 1 << random.nextInt(8)));
			default -> bytes.putShort(at & ~1, (short) random.nextInt(0, 40));
		}
	}

	private String outcome(int size, byte beyond) {
		byte[] around = new byte[size + 64];
		Arrays.fill(around, beyond);
		bytes.get(0, around, 0, size);
		MessageWalk walk = new MessageWalk(ByteBuffer.wrap(around, 0, size));
		StringBuilder read = new StringBuilder();
		try {
			while (walk.next()) {
				read.append(walk.message());
			}
		} catch (MalformedMessageException malformed) {
			return "malformed " + malformed.getMessage();
		}
		return read.toString();
	}
}
