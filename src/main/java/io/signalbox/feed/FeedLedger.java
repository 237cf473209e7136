package io.signalbox.feed;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What a feed notes of itself while it runs, and its {@link FeedStatus} of that. Any thread. */
public final class FeedLedger {
	private final LongAdder messages = new LongAdder();
	private final LongAdder announced = new LongAdder();
	private final LongAdder withdrawn = new LongAdder();
	private final LongAdder resyncs = new LongAdder();
	private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
	private volatile Phase phase = new Phase(FeedState.STOPPED, Instant.now());
	private volatile Optional<String> peer = Optional.empty();
	private volatile Optional<String> lastError = Optional.empty();
	private volatile boolean ready;

	private record Phase(FeedState state, Instant since) {}

	/** Comes to a state; staying in it changes nothing. */
	public synchronized void state(FeedState state) {
		if (phase.state != state) {
			phase = new Phase(state, Instant.now());
		}
	}

	public FeedState state() {
		return phase.state;
	}

	public void peer(Optional<String> name) {
		peer = name;
	}

	/** From now on its routes count as complete, for good. */
	public void ready() {
		ready = true;
	}

	public boolean isReady() {
		return ready;
	}

	public void message() {
		messages.increment();
	}

	public void announced() {
		announced.increment();
	}

	public void withdrawn() {
		withdrawn.increment();
	}

	public void told(long announcements, long withdrawals) {
		announced.add(announcements);
		withdrawn.add(withdrawals);
	}

	public void resync() {
		resyncs.increment();
	}

	/** Counts what was left out or went wrong, under a name in lower case with hyphens. */
	public void count(String error) {
		count(error, 1);
	}

	public void count(String error, long times) {
		if (times > 0) {
			errors.computeIfAbsent(error, _ -> new LongAdder()).add(times);
		}
	}

	/** Counts it, and keeps the sentence as the last error. */
	public void error(String error, String sentence) {
		count(error);
		lastError = Optional.of(sentence);
	}

	public FeedStatus status(long queued, long lagMillis) {
		Map<String, Long> counts = new ConcurrentHashMap<>();
		errors.forEach((name, count) -> counts.put(name, count.sum()));
		Phase now = phase;
		return new FeedStatus(now.state, now.since, peer, messages.sum(), announced.sum(), withdrawn.sum(), queued,
				lagMillis, resyncs.sum(), counts, lastError, ready);
	}
}
