package io.signalbox.route;

import io.signalbox.net.Prefix;

/** One step of a source's story. */
public sealed interface RouteChange {
	/** The source has this route now; it replaces what the source said about the prefix before. */
	record Announce(Route route) implements RouteChange {}

	/** The source has no route to the prefix any more. */
	record Withdraw(Prefix prefix, RouteSource source) implements RouteChange {}

	/** The source has said all that it knows: what it did not repeat since it began is gone. */
	record EndOfFeed(RouteSource source) implements RouteChange {}
}
