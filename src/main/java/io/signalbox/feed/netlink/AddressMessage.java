package io.signalbox.feed.netlink;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;

/**
 * RTM_NEWADDR and RTM_DELADDR: an own address of an interface of the kernel.
 *
 * @param address on a point-to-point link the own one, not the other end's
 * @param scope RT_SCOPE_*
 * @param tentative another station may have it: that is being looked at, or was found so
 */
public record AddressMessage(boolean isNew, int index, InterfaceAddress address, int scope, boolean tentative)
		implements NetlinkMessage {
	/** RT_SCOPE_LINK: beyond its link an address of this scope or a larger one means nothing. */
	public static final int SCOPE_LINK = 253;

	/** IFA_F_TENTATIVE and IFA_F_DADFAILED. */
	static final int TENTATIVE = 0x40;
	private static final int NOT_OURS = TENTATIVE | 0x08;

	/** {@code struct ifaddrmsg}: family, prefix length, flags, scope, index. */
	static final int STRUCTURE = 8;
	static final int ADDRESS = 1;
	static final int LOCAL = 2;

	static NetlinkMessage read(MessageWalk walk) {
		Attributes body = walk.body(STRUCTURE);
		int family = body.fixedByte(0);
		if (family != AF_INET && family != AF_INET6) {
			return new Other(walk.type());
		}
		boolean ipv6 = family == AF_INET6;
		IpAddress address = null;
		IpAddress local = null;
		while (body.next()) {
			switch (body.type()) {
				case ADDRESS -> address = body.address(ipv6);
				case LOCAL -> local = body.address(ipv6);
				default -> {}
			}
		}
		IpAddress own = local == null ? address : local;
		int length = body.fixedByte(1);
		if (own == null || length > own.family().bits()) {
			throw new MalformedMessageException("an address message has the address " + own + "/" + length);
		}
		return new AddressMessage(walk.type() == RTM_NEWADDR, body.fixedInt(4), new InterfaceAddress(own, length),
				body.fixedByte(3), (body.fixedByte(2) & NOT_OURS) != 0);
	}
}
