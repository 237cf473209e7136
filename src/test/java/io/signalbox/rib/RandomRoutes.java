package io.signalbox.rib;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Few distinct prefixes and nexthops, so that prefixes nest, meet and share addresses, and nexthops resolve through each
 * other. Link n has 172.16.n.1/24 and fd00:n::1/64.
 */
final class RandomRoutes {
	private static final int[] EDGES4 = {0, 0, 1, 8, 9, 16, 24, 25, 31, 32};
	private static final int[] EDGES6 = {0, 1, 32, 48, 63, 64, 65, 127, 128, 128};
	private static final List<Nexthop> ENDS =
			List.of(new Nexthop.Blackhole(), new Nexthop.Unreachable(), new Nexthop.Prohibit());

	private final Random random;

	RandomRoutes(Random random) {
		this.random = random;
	}

	int below(int bound) {
		return random.nextInt(bound);
	}

	/** Those of a link, or of another one. */
	String[] addresses(int link) {
		int of = below(5) == 0 ? below(4) : link;
		return new String[] {"172.16." + of + ".1/24", "fd00:" + of + "::1/64"};
	}

	Prefix prefix() {
		if (below(3) > 0) {
			IpAddress address = address();
			int[] lengths = address instanceof Ipv4Address ? EDGES4 : EDGES6;
			return Prefix.covering(address, lengths[below(lengths.length)]);
		}
		boolean ipv6 = random.nextBoolean();
		long high = below(4) == 0 ? -1L : (long) below(4) << 62 | (long) below(4) << 32;
		long low = below(4) == 0 ? -1L : below(4);
		int[] edges = ipv6 ? EDGES6 : EDGES4;
		return NaiveRib.prefix(ipv6, high, low, edges[below(edges.length)]);
	}

	/** A neighbor on a link, or one beyond. */
	private IpAddress address() {
		int host = 1 + below(4);
		return IpAddress.parse(
				switch (below(4)) {
					case 0 -> "172.16." + below(4) + "." + host;
					case 1 -> "fd00:" + below(4) + "::" + host;
					case 2 -> "10.0." + below(3) + "." + host;
					default -> "2001:db8:" + below(3) + "::" + host;
				});
	}

	private Nexthop.Hop hop() {
		return switch (below(12)) {
			case 0 -> new Nexthop.Connected("net" + below(5));
			case 1 -> new Nexthop.Via(address(), "net" + below(5));
			case 2 -> new Nexthop.Via(IpAddress.parse("fe80::" + (1 + below(3))), "net" + below(5));
			case 3 -> new Nexthop.Via(address(), Optional.of("net" + below(4)), Optional.empty(), true);
			case 4 -> new Nexthop.Via(
					address(), Optional.empty(), Optional.of(List.of("default", "red", "blue", "none").get(below(4))), false);
			default -> new Nexthop.Via(address());
		};
	}

	Nexthop nexthop() {
		if (below(15) == 0) {
			return ENDS.get(below(ENDS.size()));
		}
		Map<Nexthop.Hop, Integer> weights = new LinkedHashMap<>();
		for (int member = below(3) == 0 ? 1 + below(4) : 1; member > 0; member--) {
			weights.put(hop(), 1 + below(3));
		}
		return Nexthop.of(weights.entrySet().stream()
				.map(member -> new Nexthop.Member(member.getKey(), member.getValue()))
				.toList());
	}
}
