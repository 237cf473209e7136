package io.signalbox.rib;

import io.signalbox.route.RouteChanges;

/** Which of the routes to one prefix wins: the one decision that makes a route a forwarding one. */
record BestRoute(Candidates candidates, Sources sources, NexthopTable nexthops, Loops loops) {
	/** The best of a chain that could carry a packet, or {@link Candidates#NONE}. */
	int of(int chain) {
		int best = Candidates.NONE;
		for (int at = chain; at != Candidates.NONE; at = candidates.next(at)) {
			if (isUsable(at) && (best == Candidates.NONE || order(at, best) < 0)) {
				best = at;
			}
		}
		return best;
	}

	private boolean isUsable(int candidate) {
		return nexthops.isResolved(candidates.nexthop(candidate)) && !loops.isInactive(candidate);
	}

	/** Distance, then metric, then the older, then the source that the RIB met first. */
	int order(int a, int b) {
		int order = Integer.compare(distance(a), distance(b));
		if (order == 0) {
			order = Integer.compareUnsigned(candidates.metric(a), candidates.metric(b));
		}
		if (order == 0) {
			order = Long.compare(candidates.since(a), candidates.since(b));
		}
		return order != 0 ? order : Integer.compare(candidates.source(a), candidates.source(b));
	}

	/** The distance that counts: the route's own, or its source's. */
	int distance(int candidate) {
		int own = candidates.distance(candidate);
		return own == RouteChanges.SOURCE_DISTANCE ? sources.get(candidates.source(candidate)).distance() : own;
	}
}
