package io.signalbox.feed.mrt;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;

/** The next hop in an MP_REACH_NLRI attribute (RFC 4760 3, RFC 2545 3, RFC 8950 3). */
final class MpReach {
	private static final int FAMILY_AND_SUBSEQUENT_FAMILY = 3;
	private static final int IPV4 = 4;
	private static final int IPV6 = 16;
	private static final int IPV6_AND_LINK_LOCAL = 32;

	private MpReach() {}

	/**
	 * The next hop in an entry of a RIB. RFC 6396 4.3.4 has only its length and itself there; writers that put the
	 * attribute in full begin it with the family, whose first octet is 0.
	 */
	static IpAddress inRib(Octets attribute) {
		if (attribute.peek() == 0) {
			attribute.skip(FAMILY_AND_SUBSEQUENT_FAMILY);
		}
		return nextHop(attribute);
	}

	/** The next hop that begins with its length at the next octet. */
	static IpAddress nextHop(Octets octets) {
		long offset = octets.offset();
		int length = octets.u8();
		return switch (length) {
			case IPV4 -> octets.address(false);
			case IPV6 -> octets.address(true);
			case IPV6_AND_LINK_LOCAL -> global(octets.address(true), octets.address(true));
			default -> throw new MalformedException(offset, "a next hop of " + length + " octets");
		};
	}

	/** The global one comes first; some writers have it second or, where there is none, :: in its place. */
	private static IpAddress global(IpAddress first, IpAddress second) {
		return isGlobal(first) ? first : second;
	}

	private static boolean isGlobal(IpAddress address) {
		return switch (address) {
			case Ipv4Address ipv4 -> true;
			case Ipv6Address ipv6 -> !ipv6.isLinkLocal() && (ipv6.high() | ipv6.low()) != 0;
		};
	}
}
