package io.signalbox.stats;

import io.signalbox.feed.Feed;
import io.signalbox.feed.FeedState;
import io.signalbox.feed.FeedStatus;
import io.signalbox.feed.Feeds;
import io.signalbox.stats.Families.Labels;
import java.util.Locale;

/** What each feed says of itself. */
final class FeedFamilies {
	private static final String PREFIX = "signalbox_feed_";
	private static final double MILLIS = 1_000;

	private FeedFamilies() {}

	static void add(Families families, Feeds feeds) {
		for (Feed feed : feeds.list()) {
			add(families, Labels.of("feed", feed.name()), feed.status());
		}
	}

	private static void add(Families families, Labels labels, FeedStatus status) {
		for (FeedState state : FeedState.values()) {
			families.gauge(PREFIX + "state", "1 for the state that the feed is in.",
					labels.and("state", state.name().toLowerCase(Locale.ROOT)), status.state() == state ? 1 : 0);
		}
		families.gauge(PREFIX + "ready", "1 since the feed has once been complete, or had its time for it.", labels,
				status.ready() ? 1 : 0);
		families.counter(PREFIX + "messages", "Messages taken from the peer.", labels, status.messages());
		families.counter(PREFIX + "announced", "Routes that the peer announced.", labels, status.announced());
		families.counter(PREFIX + "withdrawn", "Routes that the peer withdrew.", labels, status.withdrawn());
		families.counter(PREFIX + "resyncs", "Times that all of the peer was taken anew.", labels, status.resyncs());
		families.gauge(PREFIX + "queued", "Changes taken and not yet in the FIB.", labels, status.queued());
		families.gauge(PREFIX + "lag_seconds", "Age of the oldest change that is not yet in the FIB.", labels,
				status.lagMillis() / MILLIS);
		status.errors().forEach((error, count) -> families.counter(
				PREFIX + "errors", "What went wrong, and what was left out.", labels.and("error", error), count));
	}
}
