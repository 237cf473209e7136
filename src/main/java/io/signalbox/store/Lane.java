package io.signalbox.store;

/** Writes of one lane are applied one at a time and kept in that order; lanes have no object in common. */
public enum Lane {
	/** Interfaces, their addresses, neighbors, rp_filter. */
	PORTS,
	/** Static routes, VRFs, distances of sources. */
	ROUTES,
	/** Settings of the route cache. */
	CACHE
}
