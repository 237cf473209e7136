package io.signalbox.feed.mrt;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;

/**
 * A stretch of the file, read from front to back, numbers in network order. Reading beyond its end is malformed.
 * It is a window on the one buffer of {@link Records} and moves with it. One thread.
 */
final class Octets {
	private byte[] buffer = {};
	private int at;
	private int end;
	private long fileOffset;

	/** @param offset of the buffer's first octet in the file */
	void set(byte[] in, int from, int length, long offset) {
		buffer = in;
		at = from;
		end = from + length;
		fileOffset = offset;
	}

	void clear() {
		end = at;
	}

	/** How many are left. */
	int left() {
		return end - at;
	}

	/** Of the next one in the unpacked file, counted from 0. */
	long offset() {
		return fileOffset + at;
	}

	/** The next one, left in place. */
	int peek() {
		need(1);
		return buffer[at] & 0xff;
	}

	int u8() {
		need(1);
		return buffer[at++] & 0xff;
	}

	int u16() {
		need(2);
		at += 2;
		return (buffer[at - 2] & 0xff) << 8 | (buffer[at - 1] & 0xff);
	}

	/** 32 bits, of whatever they are. */
	int bits32() {
		return u16() << 16 | u16();
	}

	long bits64() {
		return (long) bits32() << 32 | (bits32() & 0xffff_ffffL);
	}

	/** The first {@code count} octets of 64 bits, the others 0; {@code count} is 0 to 8. */
	long bits64(int count) {
		need(count);
		long bits = 0;
		for (int octet = 0; octet < 8; octet++) {
			bits = bits << 8 | (octet < count ? buffer[at + octet] & 0xff : 0);
		}
		at += count;
		return bits;
	}

	IpAddress address(boolean ipv6) {
		return ipv6 ? new Ipv6Address(bits64(), bits64()) : new Ipv4Address(bits32());
	}

	void skip(int count) {
		need(count);
		at += count;
	}

	/** Gives the next {@code count} to another window and skips them here. */
	void split(int count, Octets into) {
		need(count);
		into.set(buffer, at, count, fileOffset);
		at += count;
	}

	/** The same window once more. */
	void copyTo(Octets other) {
		other.set(buffer, at, left(), fileOffset);
	}

	private void need(int count) {
		if (count > end - at) {
			throw new MalformedException(
					offset(), "it ends where " + count + " more octets are due, " + left() + " are there");
		}
	}
}
