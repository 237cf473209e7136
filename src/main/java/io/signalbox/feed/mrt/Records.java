package io.signalbox.feed.mrt;

import io.signalbox.feed.DamagedException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The records of a file (RFC 6396 2), one at a time in one buffer. One thread. */
final class Records {
	/** Octets of the longest record taken: 2,000 paths of a prefix need some 200,000. */
	static final int LONGEST = 16 << 20;

	private static final int BUFFER = 1 << 16;
	private static final int HEADER = 12;
	private static final int TIME = 4;

	private final InputStream file;
	private final Octets header = new Octets();
	private final Octets body = new Octets();
	private byte[] buffer = new byte[BUFFER];
	private long number = -1;
	private long offset;
	private long next;
	private int type;
	private int subtype;

	Records(InputStream unpacked) {
		file = new BufferedInputStream(unpacked, BUFFER);
	}

	/** Goes to the next record; false at the end of the file. Throws {@link BrokenFileException}. */
	boolean next() throws IOException {
		number++;
		offset = next;
		int read = read(0, HEADER);
		if (read < HEADER) {
			if (read > 0) {
				throw broken("it ends after " + read + " of the " + HEADER + " octets of a record's header");
			}
			return false;
		}
		header.set(buffer, 0, HEADER, offset);
		header.skip(TIME);
		type = header.u16();
		subtype = header.u16();
		int length = header.bits32();
		if (length < 0 || length > LONGEST) {
			throw broken("its header says a length of " + Integer.toUnsignedLong(length)
					+ " octets: it is no MRT record, or a damaged one");
		}
		if (length > buffer.length) {
			buffer = new byte[Math.min(LONGEST, Math.max(length, 2 * buffer.length))];
		}
		int got = read(0, length);
		if (got < length) {
			throw broken("it ends after " + got + " of its " + length + " octets");
		}
		body.set(buffer, 0, length, offset + HEADER);
		next = offset + HEADER + length;
		return true;
	}

	/** Reads so many octets, or as many as there are. */
	private int read(int from, int length) throws IOException {
		try {
			return file.readNBytes(buffer, from, length);
		} catch (DamagedException damaged) {
			throw broken("the file does not unpack any further. " + damaged.getMessage());
		}
	}

	private BrokenFileException broken(String detail) {
		return new BrokenFileException(new Finding(number, offset, detail));
	}

	/** Of the record, counted from 0; after the last one how many there were. */
	long number() {
		return number;
	}

	int type() {
		return type;
	}

	int subtype() {
		return subtype;
	}

	Octets body() {
		return body;
	}
}
