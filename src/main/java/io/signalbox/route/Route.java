package io.signalbox.route;

import io.signalbox.net.Prefix;

/**
 * What one source says about one prefix. Within a source the prefix is the route's identity.
 *
 * @param metric 0 to 4294967295; of two routes with the same distance the smaller wins
 * @param distance 0 to 255; the source's own unless the route says another
 */
public record Route(Prefix prefix, RouteSource source, Nexthop nexthop, long metric, int distance) {
	public static final long MAX_METRIC = 0xffff_ffffL;

	public Route {
		if (metric < 0 || metric > MAX_METRIC) {
			throw new IllegalArgumentException("metric " + metric + " of " + prefix + " is not within 0 to 4294967295");
		}
		if (distance < 0 || distance > RouteSource.MAX_DISTANCE) {
			throw new IllegalArgumentException("distance " + distance + " of " + prefix + " is not within 0 to 255");
		}
	}

	/** A route with metric 0 and its source's distance. */
	public Route(Prefix prefix, RouteSource source, Nexthop nexthop) {
		this(prefix, source, nexthop, 0, source.distance());
	}
}
