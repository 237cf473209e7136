package io.signalbox.snapshot;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A block's content being read; whoever reads beyond it, or finds it longer than what it reads, has a damaged one. */
final class BlockIn {
	private static final int MOST_BITS = 64;

	private final byte[] bytes;
	private final int end;
	private int at;

	BlockIn(ByteBuffer content) {
		bytes = content.array();
		at = content.arrayOffset() + content.position();
		end = at + content.remaining();
	}

	int oneByte() {
		if (at == end) {
			throw damaged("a block is too short");
		}
		return bytes[at++] & 0xff;
	}

	long number() {
		long value = 0;
		for (int shift = 0; shift < MOST_BITS; shift += 7) {
			int next = oneByte();
			value |= (next & 0x7fL) << shift;
			if (next < 0x80) {
				return value;
			}
		}
		throw damaged("a number is too long");
	}

	/** A number below {@code bound}. */
	int number(int bound) {
		long value = number();
		if (value < 0 || value >= bound) {
			throw damaged("a number is not below " + bound);
		}
		return (int) value;
	}

	long signed() {
		long value = number();
		return value >>> 1 ^ -(value & 1);
	}

	long fixed() {
		long value = 0;
		for (int bytesLeft = 8; bytesLeft > 0; bytesLeft--) {
			value = value << 8 | oneByte();
		}
		return value;
	}

	String text() {
		int length = number(end - at + 1);
		at += length;
		return new String(Arrays.copyOfRange(bytes, at - length, at), StandardCharsets.UTF_8);
	}

	boolean hasMore() {
		return at < end;
	}

	void finish() {
		if (hasMore()) {
			throw damaged("a block is too long");
		}
	}

	static SnapshotException damaged(String what) {
		return new SnapshotException(Reason.DAMAGED, what);
	}
}
