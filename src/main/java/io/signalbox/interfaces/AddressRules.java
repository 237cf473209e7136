package io.signalbox.interfaces;

import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Ipv6Address;
import java.util.Optional;

/** Which addresses an interface may have as its own. */
final class AddressRules {
	private static final Ipv6Address UNSPECIFIED = new Ipv6Address(0, 0);
	private static final Ipv6Address LOOPBACK = new Ipv6Address(0, 1);

	private AddressRules() {}

	/** A sentence that says what is wrong; empty when the address may be. */
	static Optional<String> problem(InterfaceAddress own) {
		if (own.length() == 0) {
			return Optional.of(own + " makes the whole address space one link: write the length of the link's prefix");
		}
		return switch (own.address()) {
			case Ipv4Address ipv4 -> problem(own, ipv4);
			case Ipv6Address ipv6 -> problem(own, ipv6);
		};
	}

	private static Optional<String> problem(InterfaceAddress own, Ipv4Address address) {
		int first = address.bits() >>> 24;
		if (first == 0 || first == 127 || first >= 224) {
			return Optional.of(own + " is no unicast address of a link"
					+ " (0.0.0.0/8, 127.0.0.0/8 and 224.0.0.0/3 are not: RFC 1122 3.2.1.3)");
		}
		int host = address.bits() & ~Ipv4Prefix.mask(own.length());
		int allOnes = ~Ipv4Prefix.mask(own.length());
		// RFC 3021: both addresses of a /31 are hosts.
		if (own.length() <= 30 && host == 0) {
			return Optional.of(own + " is the network address of " + own.prefix() + ": take one of its hosts");
		}
		if (own.length() <= 30 && host == allOnes) {
			return Optional.of(own + " is the broadcast address of " + own.prefix() + ": take one of its hosts");
		}
		return Optional.empty();
	}

	private static Optional<String> problem(InterfaceAddress own, Ipv6Address address) {
		int firstOctets = (int) (address.high() >>> 48);
		if (address.equals(UNSPECIFIED) || address.equals(LOOPBACK) || firstOctets >>> 8 == 0xff
				|| (address.high() == 0 && address.low() >>> 32 == 0xffff)) {
			return Optional.of(own + " is no unicast address of a link"
					+ " (::, ::1, ff00::/8 and ::ffff:0:0/96 are not: RFC 4291 2.4)");
		}
		if ((firstOctets & 0xffc0) == 0xfe80) {
			return Optional.of(own + " is link-local: every interface has its own from its MAC address (RFC 4291 2.5.1)");
		}
		// RFC 6164: both addresses of a /127 are routers.
		if (own.length() <= 126 && own.prefix().address().equals(address)) {
			return Optional.of(own + " is the subnet-router anycast address of " + own.prefix()
					+ " (RFC 4291 2.6.1): take one of its hosts");
		}
		return Optional.empty();
	}
}
