package io.signalbox.feed.bulk;

import java.io.IOException;
import java.io.InputStream;

/**
 * A body's lines, one at a time, in one buffer: ends are LF or CR LF, the last line may have none. The line is
 * {@link #buffer} from {@link #start} to {@link #end} until the next one is asked for. One thread.
 */
final class Lines {
	/** Bytes of the longest line. */
	static final int LONGEST = 1 << 16;

	private final InputStream body;
	private final byte[] buffer = new byte[2 * LONGEST];
	private int start;
	private int end;
	private int next;
	private int filled;
	private long number;

	Lines(InputStream body) {
		this.body = body;
	}

	/** Goes to the next line; false when there is none. A line that is too long ends the reading. */
	boolean next() throws IOException {
		int at = next;
		while (true) {
			while (at < filled && buffer[at] != '\n') {
				at++;
			}
			if (at < filled) {
				return found(at, at + 1);
			}
			int kept = filled - next;
			if (kept > LONGEST) {
				number++;
				throw BadRouteException.invalid("", "the line is longer than " + LONGEST + " bytes");
			}
			System.arraycopy(buffer, next, buffer, 0, kept);
			next = 0;
			at = kept;
			int read = body.read(buffer, kept, buffer.length - kept);
			filled = kept + Math.max(read, 0);
			if (read < 0) {
				return kept > 0 && found(kept, kept);
			}
		}
	}

	private boolean found(int lineEnd, int nextLine) {
		start = next;
		end = lineEnd > start && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
		next = nextLine;
		number++;
		return true;
	}

	byte[] buffer() {
		return buffer;
	}

	int start() {
		return start;
	}

	int end() {
		return end;
	}

	/** The line's number, counted from 1. */
	long number() {
		return number;
	}

	boolean isBlank() {
		for (int at = start; at < end; at++) {
			if (buffer[at] != ' ' && buffer[at] != '\t') {
				return false;
			}
		}
		return true;
	}
}
