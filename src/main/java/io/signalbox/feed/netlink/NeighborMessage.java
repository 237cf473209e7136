package io.signalbox.feed.netlink;

import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.Optional;

/**
 * RTM_NEWNEIGH and RTM_DELNEIGH: what the kernel knows of a neighbor.
 *
 * @param state NUD_*
 * @param mac empty where it is not known (or the link has other addresses)
 */
public record NeighborMessage(boolean isNew, int index, IpAddress address, int state, Optional<MacAddress> mac)
		implements NetlinkMessage {
	public static final int NUD_INCOMPLETE = 1;
	public static final int NUD_REACHABLE = 2;
	public static final int NUD_STALE = 4;
	public static final int NUD_DELAY = 8;
	public static final int NUD_PROBE = 0x10;
	public static final int NUD_FAILED = 0x20;
	public static final int NUD_NOARP = 0x40;
	public static final int NUD_PERMANENT = 0x80;

	/** {@code struct ndmsg}: family, padding, index, state, flags, type. */
	static final int STRUCTURE = 12;
	static final int DST = 1;
	static final int LLADDR = 2;

	static NetlinkMessage read(MessageWalk walk) {
		Attributes body = walk.body(STRUCTURE);
		int family = body.fixedByte(0);
		if (family != AF_INET && family != AF_INET6) {
			return new Other(walk.type());
		}
		IpAddress address = null;
		MacAddress mac = null;
		while (body.next()) {
			switch (body.type()) {
				case DST -> address = body.address(family == AF_INET6);
				case LLADDR -> mac = body.mac();
				default -> {}
			}
		}
		if (address == null) {
			throw new MalformedMessageException("a neighbor message names no neighbor");
		}
		return new NeighborMessage(
				walk.type() == RTM_NEWNEIGH, body.fixedInt(4), address, body.fixedShort(8), Optional.ofNullable(mac));
	}
}
