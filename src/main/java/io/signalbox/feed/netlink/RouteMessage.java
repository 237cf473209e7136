package io.signalbox.feed.netlink;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Ipv6Prefix;
import io.signalbox.net.Prefix;
import io.signalbox.route.Packed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * RTM_NEWROUTE and RTM_DELROUTE. The prefix is packed as in {@link Packed} and canonical: host bits are cleared.
 *
 * @param flags the header's: NLM_F_REPLACE, NLM_F_APPEND...
 * @param sourceLength not 0 for a route of certain source addresses only
 * @param tos not 0 for a route of certain packets only
 * @param routeFlags {@code rtm_flags}: RTM_F_* and, of a single way, RTNH_F_*
 * @param nexthopId of a nexthop object, 0 = none: then the ways are in {@code hops}
 */
public record RouteMessage(
		boolean isNew,
		int flags,
		boolean ipv6,
		long high,
		long low,
		int length,
		int sourceLength,
		int tos,
		long table,
		int protocol,
		int scope,
		RouteType type,
		int routeFlags,
		long priority,
		int nexthopId,
		List<RouteHop> hops)
		implements NetlinkMessage {
	/** Flags of {@code rtm_flags}. */
	public static final int RTM_F_CLONED = 0x200;
	public static final int RTM_F_OFFLOAD = 0x4000;
	public static final int RTM_F_TRAP = 0x8000;
	public static final int RTM_F_OFFLOAD_FAILED = 0x2000_0000;

	/** Values of {@code rtm_protocol}: who made the route. */
	public static final int RTPROT_KERNEL = 2;
	public static final int RTPROT_BOOT = 3;
	public static final int RTPROT_STATIC = 4;
	public static final int RTPROT_RA = 9;
	public static final int RTPROT_ZEBRA = 11;
	public static final int RTPROT_BIRD = 12;
	public static final int RTPROT_BGP = 186;

	/** {@code struct rtmsg}: family, lengths, tos, table, protocol, scope, type, flags. */
	static final int STRUCTURE = 12;
	/** {@code struct rtnexthop}: length, flags, hops, interface. */
	static final int HOP = 8;
	static final int DST = 1;
	static final int OIF = 4;
	static final int GATEWAY = 5;
	static final int PRIORITY = 6;
	static final int MULTIPATH = 9;
	static final int TABLE = 15;
	static final int VIA = 18;
	static final int ENCAP_TYPE = 21;
	static final int ENCAP = 22;
	static final int NH_ID = 30;

	public Prefix prefix() {
		return Packed.prefix(ipv6, high, low, length);
	}

	static NetlinkMessage read(MessageWalk walk) {
		Attributes body = walk.body(STRUCTURE);
		int family = body.fixedByte(0);
		if (family != AF_INET && family != AF_INET6) {
			return new Other(walk.type());
		}
		return new Reading(walk, body, family == AF_INET6).route();
	}

	/** The attributes of one message, in whatever order they come. */
	private static final class Reading {
		private final MessageWalk walk;
		private final Attributes body;
		private final boolean ipv6;
		private final int length;
		private final int routeFlags;
		private long high;
		private long low;
		private long table;
		private long priority;
		private int nexthopId;
		private int index;
		private IpAddress address;
		private boolean encapsulated;
		private List<RouteHop> hops = List.of();

		Reading(MessageWalk walk, Attributes body, boolean ipv6) {
			this.walk = walk;
			this.body = body;
			this.ipv6 = ipv6;
			length = body.fixedByte(1);
			if (length > (ipv6 ? 128 : 32)) {
				throw new MalformedMessageException("a route's prefix length is " + length);
			}
			table = body.fixedByte(4);
			routeFlags = body.fixedInt(8);
		}

		RouteMessage route() {
			while (body.next()) {
				take();
			}
			if (hops.isEmpty() && (address != null || index != 0 || encapsulated)) {
				hops = List.of(new RouteHop(index, Optional.ofNullable(address), 1, routeFlags & 0xff, encapsulated));
			}
			long highMask = ipv6 ? Ipv6Prefix.highMask(length) : (long) Ipv4Prefix.mask(length) << 32;
			return new RouteMessage(
					walk.type() == RTM_NEWROUTE,
					walk.flags(),
					ipv6,
					high & highMask,
					ipv6 ? low & Ipv6Prefix.lowMask(length) : 0,
					length,
					body.fixedByte(2),
					body.fixedByte(3),
					table,
					body.fixedByte(5),
					body.fixedByte(6),
					RouteType.of(body.fixedByte(7)),
					routeFlags,
					priority,
					nexthopId,
					hops);
		}

		private void take() {
			switch (body.type()) {
				case DST -> {
					high = body.high(ipv6);
					low = body.low(ipv6);
				}
				case OIF -> index = body.i32();
				case GATEWAY -> address = body.address(ipv6);
				case VIA -> takeVia();
				case PRIORITY -> priority = body.u32();
				case TABLE -> table = body.u32();
				case NH_ID -> nexthopId = body.i32();
				case MULTIPATH -> hops = multipath();
				case ENCAP_TYPE, ENCAP -> encapsulated = true;
				default -> {}
			}
		}

		private void takeVia() {
			address = body.via();
			encapsulated |= address == null;
		}

		private List<RouteHop> multipath() {
			List<RouteHop> found = new ArrayList<>();
			int offset = 0;
			while (body.size() - offset >= HOP) {
				int size = body.lengthAt(offset);
				found.add(hop(body.within(offset, HOP, size)));
				offset += (int) Attributes.align(size);
			}
			return List.copyOf(found);
		}

		private RouteHop hop(Attributes hop) {
			IpAddress way = null;
			boolean wrapped = false;
			while (hop.next()) {
				switch (hop.type()) {
					case GATEWAY -> way = hop.address(ipv6);
					case VIA -> {
						way = hop.via();
						wrapped |= way == null;
					}
					case ENCAP_TYPE, ENCAP -> wrapped = true;
					default -> {}
				}
			}
			return new RouteHop(
					hop.fixedInt(4), Optional.ofNullable(way), hop.fixedByte(3) + 1, hop.fixedByte(2), wrapped);
		}
	}
}
