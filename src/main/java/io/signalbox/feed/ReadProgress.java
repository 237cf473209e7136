package io.signalbox.feed;

/** Told by who reads a body how far that is. Called for each record, so it costs next to nothing. */
@FunctionalInterface
public interface ReadProgress {
	/**
	 * So far is it.
	 *
	 * @param records or lines read so far
	 * @param routes that they come to, as far as is known yet
	 */
	void at(long records, long routes);
}
