package io.signalbox.feed.netlink;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Writes messages to a buffer, from its position on; {@link java.nio.BufferOverflowException} where it has no room (a
 * route of 128 ways takes less than 6 KiB). What {@link MessageWalk} reads of it is what was written. One thread.
 */
public final class MessageWriter {
	private final ByteBuffer bytes;
	private final AttributeWriter out;

	public MessageWriter(ByteBuffer to) {
		out = new AttributeWriter(to);
		bytes = out.bytes();
	}

	/** A request for all that the kernel has of a kind (RTM_GET*), of a family or of all (AF_UNSPEC). */
	public void dump(int type, int family, int sequence) {
		out.begin(type, NetlinkMessage.NLM_F_REQUEST | NetlinkMessage.NLM_F_DUMP, sequence);
		bytes.put((byte) family).put(new byte[structure(type) - 1]);
		out.end();
	}

	/** A request for the routes of one table, of one family. Only a socket with strict checking heeds the table. */
	public void dumpRoutes(long table, int family, int sequence) {
		out.begin(NetlinkMessage.RTM_GETROUTE, NetlinkMessage.NLM_F_REQUEST | NetlinkMessage.NLM_F_DUMP, sequence);
		bytes.put((byte) family).put(new byte[RouteMessage.STRUCTURE - 1]);
		out.u32(RouteMessage.TABLE, table);
		out.end();
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
		out.begin(route.isNew() ? NetlinkMessage.RTM_NEWROUTE : NetlinkMessage.RTM_DELROUTE, route.flags(), 0);
		bytes.put(family(route.ipv6())).put((byte) route.length());
		bytes.put((byte) route.sourceLength()).put((byte) route.tos());
		bytes.put((byte) (route.table() > 255 ? 0 : route.table())).put((byte) route.protocol());
		bytes.put((byte) route.scope()).put((byte) route.type().number());
		bytes.putInt(route.routeFlags());
		prefix(route.ipv6(), route.high(), route.low());
		out.u32(RouteMessage.TABLE, route.table());
		if (route.priority() != 0) {
			out.u32(RouteMessage.PRIORITY, route.priority());
		}
		if (route.nexthopId() != 0) {
			out.u32(RouteMessage.NH_ID, route.nexthopId());
		}
		if (route.hops().size() == 1) {
			single(route, route.hops().getFirst());
		} else if (!route.hops().isEmpty()) {
			multipath(route);
		}
		out.end();
	}

	private void prefix(boolean ipv6, long high, long low) {
		out.attribute(RouteMessage.DST, ipv6 ? 16 : 4);
		if (ipv6) {
			out.big(high);
			out.big(low);
		} else {
			out.big32((int) (high >>> 32));
		}
	}

	/** Its onlink flag is in the route's own flags. */
	private void single(RouteMessage route, RouteHop hop) {
		way(route.ipv6(), hop);
		if (hop.index() != 0) {
			out.u32(RouteMessage.OIF, hop.index());
		}
	}

	private void way(boolean ipv6, RouteHop hop) {
		hop.address().ifPresent(address -> {
			if (address.family() == Family.IPV6 == ipv6) {
				out.address(RouteMessage.GATEWAY, address);
			} else {
				via(address);
			}
		});
	}

	private void via(IpAddress address) {
		out.attribute(RouteMessage.VIA, 2 + address.family().bits() / 8);
		bytes.putShort(family(address.family() == Family.IPV6));
		out.put(address);
		out.pad();
	}

	private void multipath(RouteMessage route) {
		int ways = out.nest(RouteMessage.MULTIPATH);
		for (RouteHop hop : route.hops()) {
			int from = bytes.position();
			bytes.putShort((short) 0).put((byte) hop.flags()).put((byte) (hop.weight() - 1)).putInt(hop.index());
			way(route.ipv6(), hop);
			bytes.putShort(from, (short) (bytes.position() - from));
		}
		out.endNest(ways);
	}

	public void write(NexthopMessage nexthop) {
		out.begin(
				nexthop.isNew() ? NetlinkMessage.RTM_NEWNEXTHOP : NetlinkMessage.RTM_DELNEXTHOP,
				nexthop.flags(),
				0);
		Optional<Byte> family = nexthop.address().map(address -> family(address.family() == Family.IPV6));
		bytes.put(family.orElse((byte) NetlinkMessage.AF_UNSPEC)).put((byte) 0);
		bytes.put((byte) nexthop.protocol()).put((byte) 0).putInt(nexthop.nexthopFlags());
		out.u32(NexthopMessage.ID, nexthop.id());
		if (nexthop.blackhole()) {
			out.attribute(NexthopMessage.BLACKHOLE, 0);
		}
		if (nexthop.index() != 0) {
			out.u32(NexthopMessage.OIF, nexthop.index());
		}
		nexthop.address().ifPresent(address -> out.address(NexthopMessage.GATEWAY, address));
		if (!nexthop.members().isEmpty()) {
			out.attribute(NexthopMessage.GROUP, nexthop.members().size() * NexthopMessage.MEMBER);
			for (NexthopMessage.Member member : nexthop.members()) {
				int weight = member.weight() - 1;
				bytes.putInt(member.id()).put((byte) weight).put((byte) (weight >>> 8)).putShort((short) 0);
			}
		}
		out.end();
	}

	/** Its index, name, flags, MTU, and the interfaces below and above it. */
	public void write(LinkMessage link) {
		out.begin(link.isNew() ? NetlinkMessage.RTM_NEWLINK : NetlinkMessage.RTM_DELLINK, 0, 0);
		bytes.putInt(0).putInt(link.index()).putInt(link.linkFlags()).putInt(0);
		out.text(LinkMessage.NAME, link.name());
		out.u32(LinkMessage.MTU, link.mtu());
		link.mac().ifPresent(mac -> out.mac(LinkMessage.ADDRESS, mac.bits()));
		if (link.parent() != 0) {
			out.u32(LinkMessage.LINK, link.parent());
		}
		if (link.master() != 0) {
			out.u32(LinkMessage.MASTER, link.master());
		}
		if (!link.kind().isEmpty()) {
			kind(link);
		}
		out.end();
	}

	private void kind(LinkMessage link) {
		int info = out.nest(LinkMessage.INFO);
		out.text(LinkMessage.INFO_KIND, link.kind());
		if (link.vrfTable() != 0) {
			int data = out.nest(LinkMessage.INFO_DATA);
			out.u32(LinkMessage.VRF_TABLE, link.vrfTable());
			out.endNest(data);
		}
		out.endNest(info);
	}

	public void write(AddressMessage message) {
		out.begin(message.isNew() ? NetlinkMessage.RTM_NEWADDR : NetlinkMessage.RTM_DELADDR, 0, 0);
		IpAddress address = message.address().address();
		bytes.put(family(address.family() == Family.IPV6)).put((byte) message.address().length());
		bytes.put((byte) (message.tentative() ? AddressMessage.TENTATIVE : 0));
		bytes.put((byte) message.scope()).putInt(message.index());
		out.address(AddressMessage.LOCAL, address);
		out.end();
	}

	public void write(NeighborMessage neighbor) {
		out.begin(neighbor.isNew() ? NetlinkMessage.RTM_NEWNEIGH : NetlinkMessage.RTM_DELNEIGH, 0, 0);
		bytes.put(family(neighbor.address().family() == Family.IPV6)).put((byte) 0).putShort((short) 0);
		bytes.putInt(neighbor.index()).putShort((short) neighbor.state()).putShort((short) 0);
		out.address(NeighborMessage.DST, neighbor.address());
		neighbor.mac().ifPresent(mac -> out.mac(NeighborMessage.LLADDR, mac.bits()));
		out.end();
	}

	/** NLMSG_ERROR: errno 0 acknowledges the request of that sequence number. */
	public void write(NetlinkMessage.Answer answer) {
		out.begin(NetlinkMessage.NLMSG_ERROR, 0, answer.sequence());
		bytes.putInt(-answer.errno()).putInt(MessageWalk.HEADER).putInt(0).putInt(answer.sequence()).putInt(0);
		out.end();
	}

	public void write(NetlinkMessage.Done done) {
		out.begin(NetlinkMessage.NLMSG_DONE, NetlinkMessage.NLM_F_MULTI, 0);
		bytes.putInt(-done.errno());
		out.end();
	}

	private static byte family(boolean ipv6) {
		return (byte) (ipv6 ? NetlinkMessage.AF_INET6 : NetlinkMessage.AF_INET);
	}
}
