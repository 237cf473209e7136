package io.signalbox.rest;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body whose length was not said beforehand: ends in 413 where it gets too long. */
final class BoundedStream extends FilterInputStream {
	private final long most;
	private long left;

	BoundedStream(InputStream body, long most) {
		super(body);
		this.most = most;
		this.left = most;
	}

	static ProblemException tooLarge(long most) {
		return ProblemException.of(
				ProblemType.TOO_LARGE, "The body is larger than the " + (most >> 20) + " MiB that the operation takes");
	}

	@Override
	public int read() throws IOException {
		int octet = super.read();
		if (octet >= 0) {
			count(1);
		}
		return octet;
	}

	@Override
	public int read(byte[] into, int offset, int length) throws IOException {
		int read = super.read(into, offset, length);
		if (read > 0) {
			count(read);
		}
		return read;
	}

	private void count(int read) {
		left -= read;
		if (left < 0) {
			throw tooLarge(most);
		}
	}
}
