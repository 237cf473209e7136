package io.signalbox.feed.netlink;

import io.signalbox.net.IpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * RTM_NEWNEXTHOP and RTM_DELNEXTHOP: a nexthop object, or a group of such.
 *
 * @param index the kernel's number of the interface, 0 = none is named
 * @param nexthopFlags RTNH_F_*
 * @param members not empty of a group
 */
public record NexthopMessage(
		boolean isNew,
		int flags,
		int id,
		int protocol,
		int nexthopFlags,
		boolean blackhole,
		int index,
		Optional<IpAddress> address,
		boolean encapsulated,
		List<Member> members)
		implements NetlinkMessage {
	/** Of a group; its weight is 1 to 65536. */
	public record Member(int id, int weight) {}

	/** {@code struct nhmsg}: family, scope, protocol, reserved, flags. */
	static final int STRUCTURE = 8;
	/** {@code struct nexthop_grp}: id, weight less 1, its upper byte, reserved. */
	static final int MEMBER = 8;
	static final int ID = 1;
	static final int GROUP = 2;
	static final int BLACKHOLE = 4;
	static final int OIF = 5;
	static final int GATEWAY = 6;
	static final int ENCAP_TYPE = 7;
	static final int ENCAP = 8;
	static final int FDB = 11;

	/** The way that it is, with the weight that it has where it is used; not of a group or a blackhole. */
	public RouteHop hop(int weight) {
		return new RouteHop(index, address, weight, nexthopFlags, encapsulated);
	}

	static NetlinkMessage read(MessageWalk walk) {
		Attributes body = walk.body(STRUCTURE);
		int family = body.fixedByte(0);
		int id = 0;
		int index = 0;
		boolean blackhole = false;
		boolean encapsulated = family != AF_UNSPEC && family != AF_INET && family != AF_INET6;
		Optional<IpAddress> address = Optional.empty();
		List<Member> members = List.of();
		while (body.next()) {
			switch (body.type()) {
				case ID -> id = body.i32();
				case OIF -> index = body.i32();
				case BLACKHOLE -> blackhole = true;
				case GATEWAY -> address = gateway(body, family);
				case GROUP -> members = members(body);
				case ENCAP_TYPE, ENCAP, FDB -> encapsulated = true;
				default -> {}
			}
		}
		return new NexthopMessage(
				walk.type() == RTM_NEWNEXTHOP,
				walk.flags(),
				id,
				body.fixedByte(2),
				body.fixedInt(4),
				blackhole,
				index,
				address,
				encapsulated,
				members);
	}

	private static Optional<IpAddress> gateway(Attributes body, int family) {
		return family == AF_INET || family == AF_INET6
				? Optional.of(body.address(family == AF_INET6))
				: Optional.empty();
	}

	private static List<Member> members(Attributes group) {
		if (group.size() % MEMBER != 0) {
			throw new MalformedMessageException("a nexthop group has " + group.size() + " bytes of members");
		}
		List<Member> members = new ArrayList<>();
		for (int offset = 0; offset < group.size(); offset += MEMBER) {
			Attributes member = group.within(offset, MEMBER, MEMBER);
			members.add(new Member(member.fixedInt(0), (member.fixedByte(4) | member.fixedByte(5) << 8) + 1));
		}
		return List.copyOf(members);
	}
}
