package io.signalbox.feed.mrt;

/**
 * Something in a file that was not taken.
 *
 * @param record where it is, counted from 0
 * @param offset of its first octet in the unpacked file, counted from 0
 */
public record Finding(long record, long offset, String detail) {
	/** In a sentence, with the record counted from 1. */
	public String text() {
		return "record " + (record + 1) + " at byte " + offset + ": " + detail;
	}
}
