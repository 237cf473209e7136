package io.signalbox.feed;

import io.signalbox.route.RouteSource;

/** A peer that tells the box routes for as long as both live, on threads of its own. */
public interface Feed extends AutoCloseable {
	/** Its key below {@code feeds} in the configuration. */
	String name();

	/** Whose routes its are. */
	RouteSource source();

	/** Any thread; does not wait. */
	FeedStatus status();

	/** Begins; returns at once. Interfaces and the RIB must be there. */
	void start();

	/** Ends its threads. Its routes stay: the next life of the feed sweeps what is gone by then. */
	@Override
	void close();
}
