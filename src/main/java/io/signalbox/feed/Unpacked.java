package io.signalbox.feed;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** Bodies that may come packed: what they are is told by their first bytes, whatever the client calls them. */
public final class Unpacked {
	/** "BZh", the level, and the beginning of a block's magic or of the end's: the first three are a time of 2005 too. */
	private static final int MAGIC = 6;

	private static final int BLOCK = 0x3141;
	private static final int END = 0x1772;

	private Unpacked() {}

	/**
	 * The plain bytes of a plain, gzip or bzip2 body, also of several packed ones in a row. A damaged one fails with
	 * a {@link DamagedException} when all that came before has been read. To close it leaves the body open.
	 */
	public static InputStream of(InputStream body) throws IOException {
		PushbackInputStream begin = new Begun(body);
		byte[] magic = begin.readNBytes(MAGIC);
		begin.unread(magic);
		if (magic.length >= 2 && magic[0] == Gunzip.MAGIC_1 && magic[1] == Gunzip.MAGIC_2) {
			return new Gunzip(begin);
		}
		return isBzip2(magic) ? new Bunzip2(begin) : begin;
	}

	/** A body of which the first bytes were looked at. */
	private static final class Begun extends PushbackInputStream {
		private Begun(InputStream body) {
			super(body, MAGIC);
		}

		@Override
		public void close() {
			// The body is its owner's.
		}
	}

	private static boolean isBzip2(byte[] magic) {
		if (magic.length < MAGIC || magic[0] != 'B' || magic[1] != 'Z' || magic[2] != 'h') {
			return false;
		}
		int next = (magic[4] & 0xff) << 8 | (magic[5] & 0xff);
		return magic[3] >= '1' && magic[3] <= '9' && (next == BLOCK || next == END);
	}
}
