package io.signalbox.interfaces;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Looks at the links, on a thread of its own, and lets the RIB follow them. */
public final class LinkWatch {
	private static final Logger LOG = Logger.getLogger(LinkWatch.class);
	private static final long PERIOD_MILLIS = 250;
	private static final long LAST_LOOK_SECONDS = 1;

	private final Interfaces interfaces;
	private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
			Thread.ofPlatform().daemon().name("link-watch").factory());
	private String failing = "";

	public LinkWatch(Interfaces interfaces) {
		this.interfaces = interfaces;
	}

	/** Begins; call it once the data plane runs. */
	public void start() {
		var _ = thread.scheduleWithFixedDelay(this::look, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
	}

	/** Ends, a look that is going on first; call it before the data plane stops. */
	public void stop() {
		thread.shutdown();
		try {
			if (!thread.awaitTermination(LAST_LOOK_SECONDS, TimeUnit.SECONDS)) {
				LOG.warn("the links' last look does not end");
			}
		} catch (InterruptedException interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	/** A failure is logged once, and tried again with the next look. */
	private void look() {
		try {
			interfaces.followLinks();
			failing = "";
		} catch (RuntimeException failure) {
			String reason = String.valueOf(failure.getMessage());
			if (!reason.equals(failing)) {
				LOG.warn("links are not followed: " + reason, failure);
			}
			failing = reason;
		}
	}
}
