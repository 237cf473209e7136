package io.signalbox.fib;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.Query;
import io.signalbox.dataplane.RouteBatch;
import io.signalbox.dataplane.Verdict;
import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.rib.FibRoute;
import io.signalbox.rib.FibView;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Addresses to look up, random ones and ones of routes, and whether the data plane finds what the RIB has for them. */
final class AuditSample {
	/** Answers that come before any route is looked up, or instead of it. */
	private static final Set<String> NO_LOOKUP = Set.of("martian_destination", "link_local_scope", "multicast");

	private final Dataplane dataplane;
	private final RandomGenerator random;
	private final AuditFindings findings;

	AuditSample(Dataplane dataplane, RandomGenerator random, AuditFindings findings) {
		this.dataplane = dataplane;
		this.random = random;
		this.findings = findings;
	}

	/** Of the unicast addresses: IPv4 1.0.0.0 to 223.255.255.255, IPv6 2000::/3 (RFC 4291 2.4). */
	IpAddress any(Family family) {
		return family == Family.IPV4
				? new Ipv4Address((int) random.nextLong(0x01000000L, 0xE0000000L))
				: new Ipv6Address((random.nextLong() >>> 3) | (1L << 61), random.nextLong());
	}

	/** One that a route covers. */
	IpAddress within(RouteBatch routes) {
		int at = random.nextInt(routes.size());
		int length = routes.length(at);
		long host = length >= Long.SIZE ? 0 : -1L >>> length;
		long high = routes.high(at) | (random.nextLong() & host);
		if (!routes.isIpv6(at)) {
			return new Ipv4Address((int) (high >>> 32));
		}
		long lowHost = length <= Long.SIZE ? -1L : length == 128 ? 0 : -1L >>> (length - Long.SIZE);
		return new Ipv6Address(high, routes.low(at) | (random.nextLong() & lowHost));
	}

	/** Between two commits. */
	void compare(FibView view, String vrf, int vrfNumber, IpAddress address) {
		Verdict verdict = dataplane.lookup(new Query(vrfNumber, 0, Optional.empty(), address));
		if (verdict.matchedLength().isEmpty()
				&& (verdict.outcome() == Verdict.Outcome.LOCAL || verdict.dropReason().filter(NO_LOOKUP::contains).isPresent())) {
			return;
		}
		Optional<FibRoute> route = view.longestMatch(vrf, address);
		int nexthop = verdict.group() != 0 ? verdict.group() : verdict.nexthop();
		boolean same = route.isEmpty()
				? verdict.matchedLength().isEmpty()
				: verdict.matchedLength().isPresent()
						&& verdict.matchedLength().getAsInt() == route.get().prefix().length()
						&& nexthop == route.get().nexthop();
		if (!same) {
			findings.found(AuditKind.LOOKUP, 1);
			findings.example("VRF " + vrf + ": " + address + " goes to nexthop " + nexthop + " by a prefix of "
					+ verdict.matchedLength() + ", not by " + route);
		}
	}
}
