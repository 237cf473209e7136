package io.signalbox.feed;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Unpacks gzip (RFC 1952) as it arrives. The JDK's stream takes a body for ended where its next member is damaged or
 * has not arrived yet; here it ends where the body does, after a whole member, or fails. One thread.
 */
final class Gunzip extends InputStream {
	static final byte MAGIC_1 = 0x1f;
	static final byte MAGIC_2 = (byte) 0x8b;

	private static final int BUFFER = 1 << 16;
	private static final int DEFLATE = 8;
	private static final int HEADER_CRC = 2;
	private static final int EXTRA = 4;
	private static final int NAME = 8;
	private static final int COMMENT = 16;
	private static final int RESERVED = 0xe0;

	private final InputStream body;
	private final byte[] buffer = new byte[BUFFER];
	private final Inflater inflater = new Inflater(true);
	private final CRC32 crc = new CRC32();
	private State state = State.HEADER;
	private int at;
	private int filled;

	/** Where the next read begins. */
	private enum State {
		HEADER,
		DATA,
		TRAILER,
		END
	}

	Gunzip(InputStream body) {
		this.body = body;
	}

	@Override
	public int read() throws IOException {
		byte[] one = new byte[1];
		return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
	}

	@Override
	public int read(byte[] into, int offset, int length) throws IOException {
		while (length > 0) {
			switch (state) {
				case HEADER -> header();
				case TRAILER -> trailer();
				case DATA -> {
					int read = inflate(into, offset, length);
					if (read > 0) {
						return read;
					}
				}
				case END -> {
					return -1;
				}
			}
		}
		return 0;
	}

	private int inflate(byte[] into, int offset, int length) throws IOException {
		if (inflater.needsInput()) {
			if (at == filled && !fill()) {
				throw cut();
			}
			inflater.setInput(buffer, at, filled - at);
		}
		int read;
		try {
			read = inflater.inflate(into, offset, length);
		} catch (DataFormatException wrong) {
			throw damaged("it is damaged, " + wrong.getMessage());
		}
		crc.update(into, offset, read);
		at = filled - inflater.getRemaining();
		if (inflater.finished()) {
			state = State.TRAILER;
		}
		return read;
	}

	private void header() throws IOException {
		int first = octet();
		int second = octet();
		if (first != (MAGIC_1 & 0xff) || second != (MAGIC_2 & 0xff) || octet() != DEFLATE) {
			throw damaged("what follows is no gzip member");
		}
		int flags = octet();
		if ((flags & RESERVED) != 0) {
			throw damaged("its header has unknown flags");
		}
		skip(6); // time, extra flags, operating system
		if ((flags & EXTRA) != 0) {
			skip(octet() | octet() << 8);
		}
		if ((flags & NAME) != 0) {
			skipText();
		}
		if ((flags & COMMENT) != 0) {
			skipText();
		}
		if ((flags & HEADER_CRC) != 0) {
			skip(2);
		}
		inflater.reset();
		crc.reset();
		state = State.DATA;
	}

	private void trailer() throws IOException {
		if (littleEndian() != crc.getValue()) {
			throw damaged("its checksum is wrong");
		}
		if (littleEndian() != (inflater.getBytesWritten() & 0xffff_ffffL)) {
			throw damaged("its length is wrong");
		}
		state = at == filled && !fill() ? State.END : State.HEADER;
	}

	private long littleEndian() throws IOException {
		return octet() | octet() << 8 | octet() << 16 | (long) octet() << 24;
	}

	private void skipText() throws IOException {
		int octet = octet();
		while (octet != 0) {
			octet = octet();
		}
	}

	private void skip(int octets) throws IOException {
		for (int skipped = 0; skipped < octets; skipped++) {
			octet();
		}
	}

	private int octet() throws IOException {
		if (at == filled && !fill()) {
			throw cut();
		}
		return buffer[at++] & 0xff;
	}

	/** False where the body ends. */
	private boolean fill() throws IOException {
		at = 0;
		filled = Math.max(body.read(buffer, 0, BUFFER), 0);
		return filled > 0;
	}

	private static DamagedException cut() {
		return damaged("it is cut short");
	}

	private static DamagedException damaged(String what) {
		return new DamagedException("gzip", what);
	}

	/** Frees the inflater's native memory; the body is its owner's to close. */
	@Override
	public void close() {
		inflater.end();
	}
}
