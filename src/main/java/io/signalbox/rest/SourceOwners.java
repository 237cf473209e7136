package io.signalbox.rest;

import io.signalbox.feed.FeedState;
import io.signalbox.feed.Feeds;
import io.signalbox.net.Shown;
import io.signalbox.route.RouteSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import java.util.Set;

/** Which sources' routes are not for requests to write: whoever owns them would put them back at once. */
@ApplicationScoped
class SourceOwners {
	private static final Set<FeedState> LIVE = Set.of(FeedState.SYNCING, FeedState.SYNCED);

	private final Feeds feeds;

	SourceOwners(Feeds feeds) {
		this.feeds = feeds;
	}

	/** Refuses (409) connected routes, and those of a feed that hears its peer. */
	void requireWritable(String source) {
		if (source.equals(RouteSource.CONNECTED.name())) {
			throw ProblemException.of(ProblemType.CONFLICT,
					"Connected routes come from the interfaces' addresses: change those");
		}
		feeds.list().stream()
				.filter(feed -> feed.source().name().equals(source) && LIVE.contains(feed.status().state()))
				.findFirst()
				.ifPresent(feed -> {
					throw ProblemException.of(ProblemType.CONFLICT, "The routes of " + Shown.quoted(source) + " come from the feed '"
							+ feed.name() + "', which is " + feed.status().state().name().toLowerCase(Locale.ROOT)
							+ " and would say them again: end its peer, or take feeds." + feed.name()
							+ " out of the configuration");
				});
	}
}
