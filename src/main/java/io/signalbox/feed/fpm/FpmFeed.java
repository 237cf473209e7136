package io.signalbox.feed.fpm;

import io.signalbox.feed.Feed;
import io.signalbox.feed.FeedLedger;
import io.signalbox.feed.FeedState;
import io.signalbox.feed.FeedStatus;
import io.signalbox.rib.Rib;
import io.signalbox.route.RouteSource;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Routes from FRR's zebra by its module {@code dplane_fpm_nl}: two threads, one on the wire ({@link FpmListener}) and one
 * towards the RIB ({@link RibPump}), a queue between them.
 */
public final class FpmFeed implements Feed {
	private final FeedLedger ledger = new FeedLedger();
	private final ChangeQueue queue;
	private final RibPump pump;
	private final FpmListener listener;

	public FpmFeed(FpmOptions options, Rib rib) {
		queue = new ChangeQueue(options.capacity());
		OffloadAnswers answers = new OffloadAnswers(options.capacity());
		pump = new RibPump(rib, source(), queue, ledger, options, this::written, this::resync);
		try {
			listener = new FpmListener(options, queue, ledger, answers, pump);
		} catch (IOException noSelector) {
			throw new UncheckedIOException(noSelector);
		}
	}

	private void written(ChangeBlock block) {
		listener.written(block);
	}

	private void resync() {
		listener.resync();
	}

	@Override
	public String name() {
		return "fpm";
	}

	@Override
	public RouteSource source() {
		return RouteSource.FPM;
	}

	@Override
	public void start() {
		Thread.ofPlatform().name("feed-fpm-rib").daemon().start(pump);
		Thread.ofPlatform().name("feed-fpm").daemon().start(listener);
	}

	@Override
	public FeedStatus status() {
		int now = FpmSession.now();
		return ledger.status(queue.size(), (now - pump.oldestMillis(now)) & Integer.MAX_VALUE);
	}

	@Override
	public void close() {
		listener.close();
		pump.close();
		ledger.state(FeedState.STOPPED);
	}
}
