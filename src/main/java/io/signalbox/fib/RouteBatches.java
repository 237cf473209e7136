package io.signalbox.fib;

import io.signalbox.dataplane.RouteBatch;
import io.signalbox.rib.FibRoutes;

/** A VRF's share of a commit as the data plane takes it. */
final class RouteBatches {
	private RouteBatches() {}

	static RouteBatch of(FibRoutes routes) {
		RouteBatch batch = new RouteBatch();
		for (int at = 0; at < routes.size(); at++) {
			add(routes, at, routes.nexthop(at), batch);
		}
		return batch;
	}

	/** What undoes it. */
	static RouteBatch before(FibRoutes routes) {
		RouteBatch batch = new RouteBatch();
		for (int at = 0; at < routes.size(); at++) {
			add(routes, at, routes.before(at), batch);
		}
		return batch;
	}

	/** Nexthop 0 is none: the route goes. */
	private static void add(FibRoutes routes, int at, int nexthop, RouteBatch batch) {
		int bits = (int) (routes.high(at) >>> 32);
		if (routes.isIpv6(at)) {
			if (nexthop == 0) {
				batch.deleteIpv6(routes.high(at), routes.low(at), routes.length(at));
			} else {
				batch.putIpv6(routes.high(at), routes.low(at), routes.length(at), nexthop);
			}
		} else if (nexthop == 0) {
			batch.deleteIpv4(bits, routes.length(at));
		} else {
			batch.putIpv4(bits, routes.length(at), nexthop);
		}
	}
}
