package io.signalbox.rib;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.Prefix;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Addresses and the prefixes that hold them, without any structure that could be wrong. */
final class NaiveMatch {
	private NaiveMatch() {}

	/** Any address of a prefix. */
	static IpAddress inside(Prefix prefix, Random random) {
		IpAddress any = prefix.address() instanceof Ipv4Address
				? new Ipv4Address(random.nextInt())
				: new Ipv6Address(random.nextLong(), random.nextLong());
		Prefix host = Prefix.covering(any, prefix.length());
		return switch (any) {
			case Ipv4Address ipv4 -> {
				int hostBits = ipv4.bits() ^ ((Ipv4Address) host.address()).bits();
				yield new Ipv4Address(hostBits | ((Ipv4Address) prefix.address()).bits());
			}
			case Ipv6Address ipv6 -> {
				Ipv6Address network = (Ipv6Address) prefix.address();
				long high = ipv6.high() ^ ((Ipv6Address) host.address()).high();
				long low = ipv6.low() ^ ((Ipv6Address) host.address()).low();
				yield new Ipv6Address(high | network.high(), low | network.low());
			}
		};
	}

	/** The longest of the prefixes that holds the address, by looking for each. */
	static Optional<Prefix> longest(Set<Prefix> prefixes, IpAddress address) {
		for (int length = address.family().bits(); length >= 0; length--) {
			Prefix covering = Prefix.covering(address, length);
			if (prefixes.contains(covering)) {
				return Optional.of(covering);
			}
		}
		return Optional.empty();
	}
}
