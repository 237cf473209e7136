package io.signalbox.feed.netlink;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Writes messages to a buffer, from its position on; {@link java.nio.BufferOverflowException} where it has no room (a
 * route of 128 ways takes less than 6 KiB). What {@link MessageWalk} reads of it is what was written. One thread.
 */
public final class MessageWriter {
	private final ByteBuffer bytes;
	private int message;

	public MessageWriter(ByteBuffer to) {
		bytes = to.order(ByteOrder.nativeOrder());
	}

	/** A request for all that the kernel has of a kind (RTM_GET*), of a family or of all (AF_UNSPEC). */
	public void dump(int type, int family, int sequence) {
		begin(type, NetlinkMessage.NLM_F_REQUEST | NetlinkMessage.NLM_F_DUMP, sequence);
		bytes.put(new byte[structure(type)]).put(message + MessageWalk.HEADER, (byte) family);
		end();
	}

	/** A request for the routes of one table, of one family. Only a socket with strict checking heeds the table. */
	public void dumpRoutes(long table, int family, int sequence) {
		begin(NetlinkMessage.RTM_GETROUTE, NetlinkMessage.NLM_F_REQUEST | NetlinkMessage.NLM_F_DUMP, sequence);
		bytes.put(new byte[RouteMessage.STRUCTURE]).put(message + MessageWalk.HEADER, (byte) family);
		u32(RouteMessage.TABLE, table);
		end();
	}

	private static int structure(int type) {
		return switch (type) {
			case NetlinkMessage.RTM_GETLINK -> LinkMessage.STRUCTURE;
			case NetlinkMessage.RTM_GETADDR -> AddressMessage.STRUCTURE;
			case NetlinkMessage.RTM_GETROUTE -> RouteMessage.STRUCTURE;
			case NetlinkMessage.RTM_GETNEIGH -> NeighborMessage.STRUCTURE;
			case NetlinkMessage.RTM_GETNEXTHOP -> NexthopMessage.STRUCTURE;
			default -> throw new IllegalArgumentException("message type " + type + " asks for no dump");
		};
	}

	public void write(RouteMessage route) {
		begin(route.isNew() ? NetlinkMessage.RTM_NEWROUTE : NetlinkMessage.RTM_DELROUTE, route.flags(), 0);
		bytes.put(family(route.ipv6())).put((byte) route.length());
		bytes.put((byte) route.sourceLength()).put((byte) route.tos());
		bytes.put((byte) (route.table() > 255 ? 0 : route.table())).put((byte) route.protocol());
		bytes.put((byte) route.scope()).put((byte) route.type().number());
		bytes.putInt(route.routeFlags());
		prefix(route.ipv6(), route.high(), route.low());
		u32(RouteMessage.TABLE, route.table());
		if (route.priority() != 0) {
			u32(RouteMessage.PRIORITY, route.priority());
		}
		if (route.nexthopId() != 0) {
			u32(RouteMessage.NH_ID, route.nexthopId());
		}
		if (route.hops().size() == 1) {
			single(route, route.hops().getFirst());
		} else if (!route.hops().isEmpty()) {
			multipath(route);
		}
		end();
	}

	private void prefix(boolean ipv6, long high, long low) {
		attribute(RouteMessage.DST, ipv6 ? 16 : 4);
		if (ipv6) {
			big(high);
			big(low);
		} else {
			big32((int) (high >>> 32));
		}
	}

	/** Its onlink flag is in the route's own flags. */
	private void single(RouteMessage route, RouteHop hop) {
		way(route.ipv6(), hop);
		if (hop.index() != 0) {
			u32(RouteMessage.OIF, hop.index());
		}
	}

	private void way(boolean ipv6, RouteHop hop) {
		hop.address().ifPresent(address -> {
			if (address.family() == Family.IPV6 == ipv6) {
				address(RouteMessage.GATEWAY, address);
			} else {
				via(address);
			}
		});
	}

	private void via(IpAddress address) {
		attribute(RouteMessage.VIA, 2 + address.family().bits() / 8);
		bytes.putShort(family(address.family() == Family.IPV6));
		put(address);
		pad();
	}

	private void multipath(RouteMessage route) {
		int attribute = bytes.position();
		attribute(RouteMessage.MULTIPATH, 0);
		for (RouteHop hop : route.hops()) {
			int from = bytes.position();
			bytes.putShort((short) 0).put((byte) hop.flags()).put((byte) (hop.weight() - 1)).putInt(hop.index());
			way(route.ipv6(), hop);
			bytes.putShort(from, (short) (bytes.position() - from));
		}
		bytes.putShort(attribute, (short) (bytes.position() - attribute));
	}

	public void write(NexthopMessage nexthop) {
		begin(
				nexthop.isNew() ? NetlinkMessage.RTM_NEWNEXTHOP : NetlinkMessage.RTM_DELNEXTHOP,
				nexthop.flags(),
				0);
		Optional<Byte> family = nexthop.address().map(address -> family(address.family() == Family.IPV6));
		bytes.put(family.orElse((byte) NetlinkMessage.AF_UNSPEC)).put((byte) 0);
		bytes.put((byte) nexthop.protocol()).put((byte) 0).putInt(nexthop.nexthopFlags());
		u32(NexthopMessage.ID, nexthop.id());
		if (nexthop.blackhole()) {
			attribute(NexthopMessage.BLACKHOLE, 0);
		}
		if (nexthop.index() != 0) {
			u32(NexthopMessage.OIF, nexthop.index());
		}
		nexthop.address().ifPresent(address -> address(NexthopMessage.GATEWAY, address));
		if (!nexthop.members().isEmpty()) {
			attribute(NexthopMessage.GROUP, nexthop.members().size() * NexthopMessage.MEMBER);
			for (NexthopMessage.Member member : nexthop.members()) {
				int weight = member.weight() - 1;
				bytes.putInt(member.id()).put((byte) weight).put((byte) (weight >>> 8)).putShort((short) 0);
			}
		}
		end();
	}

	/** Its index, name, flags, MTU, and the interfaces below and above it. */
	public void write(LinkMessage link) {
		begin(link.isNew() ? NetlinkMessage.RTM_NEWLINK : NetlinkMessage.RTM_DELLINK, 0, 0);
		bytes.putInt(0).putInt(link.index()).putInt(link.linkFlags()).putInt(0);
		text(LinkMessage.NAME, link.name());
		u32(LinkMessage.MTU, link.mtu());
		link.mac().ifPresent(mac -> mac(LinkMessage.ADDRESS, mac.bits()));
		if (link.parent() != 0) {
			u32(LinkMessage.LINK, link.parent());
		}
		if (link.master() != 0) {
			u32(LinkMessage.MASTER, link.master());
		}
		if (!link.kind().isEmpty()) {
			kind(link);
		}
		end();
	}

	private void kind(LinkMessage link) {
		int info = bytes.position();
		attribute(LinkMessage.INFO, 0);
		text(LinkMessage.INFO_KIND, link.kind());
		if (link.vrfTable() != 0) {
			attribute(LinkMessage.INFO_DATA, 8);
			u32(LinkMessage.VRF_TABLE, link.vrfTable());
		}
		bytes.putShort(info, (short) (bytes.position() - info));
	}

	public void write(AddressMessage message) {
		begin(message.isNew() ? NetlinkMessage.RTM_NEWADDR : NetlinkMessage.RTM_DELADDR, 0, 0);
		IpAddress address = message.address().address();
		bytes.put(family(address.family() == Family.IPV6)).put((byte) message.address().length());
		bytes.put((byte) 0).put((byte) message.scope()).putInt(message.index());
		address(AddressMessage.LOCAL, address);
		end();
	}

	public void write(NeighborMessage neighbor) {
		begin(neighbor.isNew() ? NetlinkMessage.RTM_NEWNEIGH : NetlinkMessage.RTM_DELNEIGH, 0, 0);
		bytes.put(family(neighbor.address().family() == Family.IPV6)).put((byte) 0).putShort((short) 0);
		bytes.putInt(neighbor.index()).putShort((short) neighbor.state()).putShort((short) 0);
		address(NeighborMessage.DST, neighbor.address());
		neighbor.mac().ifPresent(mac -> mac(NeighborMessage.LLADDR, mac.bits()));
		end();
	}

	/** NLMSG_ERROR: errno 0 acknowledges the request of that sequence number. */
	public void write(NetlinkMessage.Answer answer) {
		begin(NetlinkMessage.NLMSG_ERROR, 0, answer.sequence());
		bytes.putInt(-answer.errno()).putInt(MessageWalk.HEADER).putInt(0).putInt(answer.sequence()).putInt(0);
		end();
	}

	public void write(NetlinkMessage.Done done) {
		begin(NetlinkMessage.NLMSG_DONE, NetlinkMessage.NLM_F_MULTI, 0);
		bytes.putInt(-done.errno());
		end();
	}

	private void begin(int type, int flags, int sequence) {
		message = bytes.position();
		bytes.putInt(0).putShort((short) type).putShort((short) flags).putInt(sequence).putInt(0);
	}

	/** Everything in a message is padded to 4 bytes already. */
	private void end() {
		bytes.putInt(message, bytes.position() - message);
	}

	private void attribute(int type, int size) {
		bytes.putShort((short) (size + 4)).putShort((short) type);
	}

	private void u32(int type, long value) {
		attribute(type, 4);
		bytes.putInt((int) value);
	}

	private void address(int type, IpAddress address) {
		attribute(type, address.family().bits() / 8);
		put(address);
	}

	private void mac(int type, long bits) {
		attribute(type, 6);
		for (int shift = 40; shift >= 0; shift -= 8) {
			bytes.put((byte) (bits >>> shift));
		}
		pad();
	}

	private void text(int type, String text) {
		byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
		attribute(type, utf8.length + 1);
		bytes.put(utf8).put((byte) 0);
		pad();
	}

	private void pad() {
		while ((bytes.position() - message) % Attributes.ALIGNMENT != 0) {
			bytes.put((byte) 0);
		}
	}

	private void put(IpAddress address) {
		switch (address) {
			case Ipv4Address ipv4 -> big32(ipv4.bits());
			case Ipv6Address ipv6 -> {
				big(ipv6.high());
				big(ipv6.low());
			}
		}
	}

	private void big(long value) {
		big32((int) (value >>> 32));
		big32((int) value);
	}

	private void big32(int value) {
		bytes.putInt(bytes.order() == ByteOrder.BIG_ENDIAN ? value : Integer.reverseBytes(value));
	}

	private static byte family(boolean ipv6) {
		return (byte) (ipv6 ? NetlinkMessage.AF_INET6 : NetlinkMessage.AF_INET);
	}
}
