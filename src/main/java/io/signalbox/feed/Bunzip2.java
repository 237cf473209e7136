package io.signalbox.feed;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;

/**
 * Unpacks bzip2 as it arrives. Beyond the library's stream it gives what it unpacked before it fails, and tells a body
 * that is damaged from one that does not arrive. One thread.
 */
final class Bunzip2 extends InputStream {
	private static final int BUFFER = 1 << 16;

	private final Arriving body;
	private BZip2CompressorInputStream blocks;
	private DamagedException failure;

	Bunzip2(InputStream body) {
		this.body = new Arriving(body);
	}

	@Override
	public int read() throws IOException {
		byte[] one = new byte[1];
		return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
	}

	@Override
	public int read(byte[] into, int offset, int length) throws IOException {
		if (failure != null) {
			throw failure;
		}
		long before = blocks == null ? 0 : blocks.getBytesRead();
		try {
			if (blocks == null) {
				blocks = new BZip2CompressorInputStream(new BufferedInputStream(body, BUFFER), true);
			}
			return blocks.read(into, offset, length);
		} catch (IOException | RuntimeException failed) {
			if (body.failed) {
				throw failed;
			}
			failure = new DamagedException("bzip2", "it is damaged or cut short, " + failed.getMessage());
			int unpacked = blocks == null ? 0 : (int) (blocks.getBytesRead() - before);
			if (unpacked == 0) {
				throw failure;
			}
			return unpacked;
		}
	}

	/** A body that remembers whether it failed itself. */
	private static final class Arriving extends FilterInputStream {
		private boolean failed;

		private Arriving(InputStream body) {
			super(body);
		}

		@Override
		public int read() throws IOException {
			byte[] one = new byte[1];
			return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
		}

		@Override
		public int read(byte[] into, int offset, int length) throws IOException {
			failed = true;
			int read = super.read(into, offset, length);
			failed = false;
			return read;
		}
	}
}
