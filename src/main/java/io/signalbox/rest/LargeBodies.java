package io.signalbox.rest;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.concurrent.Semaphore;

/**
 * The bodies that may hold a full table. Each keeps a worker thread until its client has sent it all, so only a
 * few are read at once: slow clients may not take the threads that health probes and other callers need.
 */
@ApplicationScoped
class LargeBodies {
	/** Bodies read at once; the worker pool has many times as many threads. */
	static final int AT_ONCE = 8;

	private final Semaphore room = new Semaphore(AT_ONCE);

	/** Reads a body to its end, or throws 503 at once, nothing read, while {@value #AT_ONCE} others are read. */
	<T> T read(Reading<T> body) throws IOException {
		if (!room.tryAcquire()) {
			throw ProblemException.of(
					ProblemType.BUSY, "The box reads " + AT_ONCE + " large bodies already; try again when one has ended");
		}
		try {
			return body.read();
		} finally {
			room.release();
		}
	}

	/** What reads a body. */
	@FunctionalInterface
	interface Reading<T> {
		T read() throws IOException;
	}
}
