package io.signalbox.store;

import java.util.Optional;

/**
 * How the store is.
 *
 * @param problem what an operator should know, in a sentence; empty when all is well
 * @param bytes of the database with its log
 * @param writes made durable since the start
 * @param commits that made them so; several writes share one
 * @param refusals writes that were refused and undone
 */
public record StoreStatus(
		State state, Optional<String> problem, long bytes, long writes, long commits, long refusals) {
	/** What becomes of a write. */
	public enum State {
		/** No stateDirectory: it holds until the box stops. */
		NONE,
		/** It is kept. */
		WRITABLE,
		/** It is refused. */
		UNAVAILABLE
	}
}
