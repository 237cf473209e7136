package io.signalbox.feed;

import io.signalbox.route.RouteSource;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A feed whose status is known. */
public final class KnownFeed implements Feed {
	@Override
	public String name() {
		return "fpm";
	}

	@Override
	public RouteSource source() {
		return RouteSource.FPM;
	}

	@Override
	public FeedStatus status() {
		return new FeedStatus(FeedState.SYNCED, Instant.EPOCH, Optional.of("127.0.0.1:7"), 9, 7, 2, 4, 1_500, 1,
				Map.of("unknown-table", 3L), Optional.empty(), true);
	}

	@Override
	public void start() {}

	@Override
	public void close() {}
}
