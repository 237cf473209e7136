package io.signalbox.route;

import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Ipv6Prefix;
import io.signalbox.net.Prefix;

/** A prefix in primitives: an IPv4 address is in the upper 32 bits of {@code high}, an IPv6 address in both. */
public final class Packed {
	private Packed() {}

	public static boolean isIpv6(Prefix prefix) {
		return prefix instanceof Ipv6Prefix;
	}

	public static long high(Prefix prefix) {
		return switch (prefix) {
			case Ipv4Prefix ipv4 -> (long) ipv4.bits() << 32;
			case Ipv6Prefix ipv6 -> ipv6.high();
		};
	}

	public static long low(Prefix prefix) {
		return switch (prefix) {
			case Ipv4Prefix ipv4 -> 0;
			case Ipv6Prefix ipv6 -> ipv6.low();
		};
	}

	public static Prefix prefix(boolean ipv6, long high, long low, int length) {
		return ipv6 ? new Ipv6Prefix(high, low, length) : new Ipv4Prefix((int) (high >>> 32), length);
	}
}
