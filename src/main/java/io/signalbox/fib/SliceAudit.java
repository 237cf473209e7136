package io.signalbox.fib;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.RouteBatch;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Ipv6Prefix;
import io.signalbox.net.Prefix;
import io.signalbox.rib.FibRoute;
import io.signalbox.route.Packed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One slice of a FIB: the routes that it was told against those that it holds, and the batch that puts them right. */
final class SliceAudit {
	private final RouteBatch batch = new RouteBatch();
	private final Map<AuditKind, Integer> found = new HashMap<>();
	private final AuditFindings findings;
	private final String vrf;

	SliceAudit(String vrf, List<FibRoute> told, RouteBatch held, AuditFindings findings) {
		this.vrf = vrf;
		this.findings = findings;
		Map<Prefix, Integer> missing = new HashMap<>();
		told.forEach(route -> missing.put(route.prefix(), route.nexthop()));
		for (int at = 0; at < held.size(); at++) {
			Prefix prefix = Packed.prefix(held.isIpv6(at), held.high(at), held.low(at), held.length(at));
			Integer wanted = missing.remove(prefix);
			if (wanted == null) {
				delete(prefix, held.nexthop(at));
			} else if (wanted != held.nexthop(at)) {
				differs(AuditKind.WRONG_ROUTE, prefix + " goes to nexthop " + held.nexthop(at) + ", not " + wanted);
				put(prefix, wanted);
			}
		}
		missing.forEach((prefix, nexthop) -> {
			differs(AuditKind.MISSING_ROUTE, prefix + " to nexthop " + nexthop + " is missing");
			put(prefix, nexthop);
		});
	}

	private void differs(AuditKind kind, String sentence) {
		found.merge(kind, 1, Integer::sum);
		findings.found(kind, 1);
		findings.example("VRF " + vrf + ": " + sentence);
	}

	private void delete(Prefix prefix, int nexthop) {
		differs(AuditKind.EXTRA_ROUTE, prefix + " to nexthop " + nexthop + " is one too many");
		switch (prefix) {
			case Ipv4Prefix ipv4 -> batch.deleteIpv4(ipv4.bits(), ipv4.length());
			case Ipv6Prefix ipv6 -> batch.deleteIpv6(ipv6.high(), ipv6.low(), ipv6.length());
		}
	}

	private void put(Prefix prefix, int nexthop) {
		switch (prefix) {
			case Ipv4Prefix ipv4 -> batch.putIpv4(ipv4.bits(), ipv4.length(), nexthop);
			case Ipv6Prefix ipv6 -> batch.putIpv6(ipv6.high(), ipv6.low(), ipv6.length(), nexthop);
		}
	}

	/** Between the same two commits as the comparison. */
	void heal(Dataplane dataplane, int vrfNumber) {
		if (batch.isEmpty()) {
			return;
		}
		try {
			dataplane.applyRoutes(vrfNumber, batch);
			found.forEach(findings::healed);
		} catch (DataplaneException refused) {
			findings.example("VRF " + vrf + ": " + batch.size() + " routes stay as they are: " + refused.getMessage());
		}
	}
}
