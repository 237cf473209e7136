package io.signalbox.feed.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;

/** Bodies that may come packed: what they are is told by their first bytes, whatever the client calls them. */
public final class Unpacked {
	private static final int BUFFER = 1 << 16;
	private static final int MAGIC_1 = 0x1f;
	private static final int MAGIC_2 = 0x8b;

	private Unpacked() {}

	/** The plain bytes of a plain or gzip body (RFC 1952); a damaged one fails while it is read, with an IOException. */
	public static InputStream of(InputStream body) throws IOException {
		PushbackInputStream begin = new PushbackInputStream(body, 2);
		int first = begin.read();
		int second = first < 0 ? -1 : begin.read();
		if (second >= 0) {
			begin.unread(second);
		}
		if (first >= 0) {
			begin.unread(first);
		}
		return first == MAGIC_1 && second == MAGIC_2 ? new GZIPInputStream(begin, BUFFER) : begin;
	}
}
