package io.signalbox.feed.fpm;

import io.signalbox.feed.netlink.MessageWriter;
import io.signalbox.feed.netlink.NetlinkMessage;
import io.signalbox.feed.netlink.NexthopMessage;
import io.signalbox.feed.netlink.RouteHop;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.feed.netlink.RouteType;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Packed;
import io.signalbox.route.RouteChanges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A peer that speaks FPM as zebra does, as fast as the other end takes it. One thread writes, another may read. */
public final class FpmSender implements AutoCloseable {
	private static final int FRAME = 4;
	private static final int BUFFER = 1 << 20;
	/** Room for the largest frame. */
	private static final int MARGIN = 8 * 1024;

	private final SocketChannel channel;
	private final ByteBuffer bytes = ByteBuffer.allocateDirect(BUFFER);
	private final MessageWriter writer = new MessageWriter(bytes);

	public FpmSender(InetSocketAddress to) {
		try {
			channel = SocketChannel.open(to);
		} catch (IOException refused) {
			throw new UncheckedIOException(refused);
		}
	}

	/** A route as zebra says it, with the interface number 7. */
	public static RouteMessage route(String prefix, String... addresses) {
		List<RouteHop> hops = List.of(addresses).stream()
				.map(address -> new RouteHop(7, Optional.of(IpAddress.parse(address)), 1, 0, false))
				.toList();
		return message(true, prefix, RouteType.UNICAST, 254, 0, hops);
	}

	/** A route by a nexthop object. */
	public static RouteMessage routeBy(String prefix, int nexthopId) {
		return message(true, prefix, RouteType.UNICAST, 254, nexthopId, List.of());
	}

	public static RouteMessage withdrawal(String prefix) {
		return message(false, prefix, RouteType.UNICAST, 254, 0, List.of());
	}

	/** Any route message, without flags. */
	public static RouteMessage message(
			boolean isNew, String text, RouteType type, long table, int nexthopId, List<RouteHop> hops) {
		Prefix prefix = Prefix.parse(text);
		return new RouteMessage(isNew, NetlinkMessage.NLM_F_REQUEST | NetlinkMessage.NLM_F_CREATE, Packed.isIpv6(prefix),
				Packed.high(prefix), Packed.low(prefix), prefix.length(), 0, 0, table, RouteMessage.RTPROT_BGP, 0, type, 0,
				20, nexthopId, hops);
	}

	/** A nexthop object with an address. */
	public static NexthopMessage nexthop(int id, String address) {
		return new NexthopMessage(true, 0, id, RouteMessage.RTPROT_ZEBRA, 0, false, 7,
				Optional.of(IpAddress.parse(address)), false, List.of());
	}

	/** A group of nexthop objects with weight 1 each. */
	public static NexthopMessage group(int id, int... members) {
		return new NexthopMessage(true, 0, id, RouteMessage.RTPROT_ZEBRA, 0, false, 0, Optional.empty(), false,
				Arrays.stream(members).mapToObj(member -> new NexthopMessage.Member(member, 1)).toList());
	}

	/** Puts messages into one frame; they leave with {@link #flush} or when many are there. */
	public FpmSender frame(NetlinkMessage... messages) {
		return frame(() -> {
			for (NetlinkMessage message : messages) {
				write(message);
			}
		});
	}

	private void write(NetlinkMessage message) {
		switch (message) {
			case RouteMessage route -> writer.write(route);
			case NexthopMessage nexthop -> writer.write(nexthop);
			case NetlinkMessage.Done done -> writer.write(done);
			default -> throw new IllegalArgumentException("zebra says no " + message);
		}
	}

	private FpmSender frame(Runnable content) {
		int from = bytes.position();
		bytes.putInt(0);
		content.run();
		int size = bytes.position() - from;
		bytes.order(ByteOrder.BIG_ENDIAN).putInt(from, 0x0101_0000 | size).order(ByteOrder.nativeOrder());
		if (bytes.remaining() < MARGIN) {
			flush();
		}
		return this;
	}

	/** Bytes as they are. */
	public FpmSender raw(byte... these) {
		bytes.put(these);
		return this;
	}

	/** All changes, each in a frame of its own as zebra does it; IPv4 and IPv6 nexthops with an address. */
	public void send(RouteChanges changes) {
		ByteBuffer[] forms = new ByteBuffer[2 * changes.nexthopCount()];
		ByteBuffer[] withdrawals = {form(withdrawal("0.0.0.0/0")), form(withdrawal("::/0"))};
		List<Nexthop> nexthops = changes.nexthops();
		for (int at = 0; at < changes.size(); at++) {
			boolean ipv6 = changes.isIpv6(at);
			ByteBuffer form;
			if (changes.isWithdraw(at)) {
				form = withdrawals[ipv6 ? 1 : 0];
			} else {
				int number = 2 * changes.nexthop(at) + (ipv6 ? 1 : 0);
				if (forms[number] == null) {
					Nexthop.Via via = (Nexthop.Via) nexthops.get(changes.nexthop(at));
					forms[number] = form(route(ipv6 ? "::/0" : "0.0.0.0/0", via.address().toString()));
				}
				form = forms[number];
			}
			put(form, ipv6, changes.high(at), changes.low(at), changes.length(at));
		}
		flush();
	}

	/** The frame of one message. */
	private static ByteBuffer form(RouteMessage message) {
		ByteBuffer form = ByteBuffer.allocate(MARGIN);
		form.position(FRAME);
		new MessageWriter(form).write(message);
		form.order(ByteOrder.BIG_ENDIAN).putInt(0, 0x0101_0000 | form.position());
		return form.flip();
	}

	/** The form with another prefix: its length is the second byte of the structure, its address behind that. */
	private void put(ByteBuffer form, boolean ipv6, long high, long low, int length) {
		int from = bytes.position();
		bytes.put(form.rewind());
		bytes.put(from + FRAME + 16 + 1, (byte) length).order(ByteOrder.BIG_ENDIAN);
		int address = from + FRAME + 16 + 12 + 4;
		bytes.putInt(address, (int) (high >>> 32));
		if (ipv6) {
			bytes.putInt(address + 4, (int) high).putLong(address + 8, low);
		}
		bytes.order(ByteOrder.nativeOrder());
		if (bytes.remaining() < MARGIN) {
			flush();
		}
	}

	/** Says that all has been said. */
	public FpmSender done() {
		return frame(new NetlinkMessage.Done(0)).flush();
	}

	/** Waits until the other end's buffers have all. */
	public FpmSender flush() {
		try {
			bytes.flip();
			while (bytes.hasRemaining()) {
				channel.write(bytes);
			}
			bytes.clear();
			return this;
		} catch (IOException closed) {
			throw new UncheckedIOException(closed);
		}
	}

	/** Reads answers until the other end closes; each frame as it came, without its header. */
	public void read(Consumer<ByteBuffer> each) {
		ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);
		try {
			while (channel.read(in) >= 0) {
				in.flip();
				while (in.remaining() >= FRAME && in.remaining() >= (in.getShort(in.position() + 2) & 0xffff)) {
					int size = in.getShort(in.position() + 2) & 0xffff;
					each.accept(in.slice(in.position() + FRAME, size - FRAME));
					in.position(in.position() + size);
				}
				in.compact();
			}
		} catch (IOException closed) {
			return;
		}
	}

	@Override
	public void close() {
		try {
			channel.close();
		} catch (IOException gone) {
			throw new UncheckedIOException(gone);
		}
	}
}
