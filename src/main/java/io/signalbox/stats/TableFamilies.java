package io.signalbox.stats;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.FibState;
import io.signalbox.net.Family;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibSize;
import io.signalbox.rib.VrfUse;
import io.signalbox.stats.Families.Labels;
import java.util.Locale;

/** The RIB's and the FIBs' sizes for Prometheus, and whether one of them is nearly full. */
record TableFamilies(Dataplane dataplane, Rib rib) {
	/** A table that is fuller than this share of its size raises the alarm: what is added then may be refused. */
	private static final double ALARM = 0.95;

	private static final String FIB = "signalbox_fib_";

	void add(Families families) {
		RibSize size = rib.size();
		families.gauge("signalbox_rib_prefixes", "Prefixes with a route.", family(Family.IPV4), size.ipv4Prefixes());
		families.gauge("signalbox_rib_prefixes", "Prefixes with a route.", family(Family.IPV6), size.ipv6Prefixes());
		families.gauge("signalbox_rib_routes", "Routes of all sources.", family(Family.IPV4), size.ipv4Routes());
		families.gauge("signalbox_rib_routes", "Routes of all sources.", family(Family.IPV6), size.ipv6Routes());
		long routes = size.ipv4Routes() + (long) size.ipv6Routes();
		capacity(families, "rib_routes", family("").and("vrf", ""), routes, rib.limits().routes());
		capacity(families, "nexthops", family("").and("vrf", ""), size.nexthops(), rib.limits().nexthops() - 1L);
		for (VrfUse vrf : rib.vrfs().join()) {
			for (Family family : Family.values()) {
				fib(families, vrf, family);
			}
		}
	}

	private static Labels family(Family family) {
		return family(family.name().toLowerCase(Locale.ROOT));
	}

	private static Labels family(String name) {
		return Labels.of("family", name);
	}

	private void fib(Families families, VrfUse vrf, Family family) {
		Labels labels = family(family).and("vrf", vrf.name());
		FibState fib = dataplane.describeFib(vrf.number(), family);
		families.gauge(FIB + "routes", "Routes in the FIB.", labels, fib.routes());
		families.gauge(FIB + "routes_max", "Most routes that the FIB takes.", labels, fib.routesMax());
		families.gauge(FIB + "groups", "Groups of 256 slots in use.", labels, fib.groups());
		families.gauge(FIB + "groups_max", "Most groups of 256 slots.", labels, fib.groupsMax());
		families.gauge(FIB + "memory_bytes", "Memory that the FIB holds.", labels, fib.bytes());
		families.gauge(FIB + "generation", "Version of the FIB.", labels, fib.generation());
		capacity(families, "fib_routes", labels, fib.routes(), fib.routesMax());
		capacity(families, "fib_groups", labels, fib.groups(), fib.groupsMax());
	}

	private static void capacity(Families families, String name, Labels of, long used, long max) {
		Labels table = of.and("table", name);
		families.gauge("signalbox_capacity_used_ratio", "Share of a table that is in use.", table, (double) used / max);
		families.gauge("signalbox_capacity_alarm", "1 while more than 95 % of a table is in use.", table,
				used > ALARM * max ? 1 : 0);
	}
}
