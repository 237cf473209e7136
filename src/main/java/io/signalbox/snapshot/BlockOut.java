package io.signalbox.snapshot;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** A block being filled: numbers of variable length, seven bits a byte, the lowest first. See {@link Format}. */
final class BlockOut {
	private byte[] bytes = new byte[1 << 16];
	private int size = Format.BLOCK_HEAD;

	void oneByte(int value) {
		if (size == bytes.length) {
			bytes = Arrays.copyOf(bytes, size * 2);
		}
		bytes[size++] = (byte) value;
	}

	/** Unsigned: small values are short. */
	void number(long value) {
		long rest = value;
		while ((rest & ~0x7fL) != 0) {
			oneByte((int) rest | 0x80);
			rest >>>= 7;
		}
		oneByte((int) rest);
	}

	/** Values near zero on both sides are short. */
	void signed(long value) {
		number(value << 1 ^ value >> 63);
	}

	void fixed(long value) {
		for (int shift = 56; shift >= 0; shift -= 8) {
			oneByte((int) (value >>> shift));
		}
	}

	void text(String value) {
		byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
		number(utf8.length);
		for (byte each : utf8) {
			oneByte(each);
		}
	}

	/** How many bytes the block has so far, without its head. */
	int size() {
		return size - Format.BLOCK_HEAD;
	}

	/** The whole block with its head; empty again afterwards, and what was returned is valid until it is filled. */
	ByteBuffer finish(Format.Block type) {
		ByteBuffer block = ByteBuffer.wrap(bytes, 0, size);
		block.putInt(0, type.number()).putInt(4, size());
		CRC32C checksum = new CRC32C();
		checksum.update(bytes, 0, 8);
		checksum.update(bytes, Format.BLOCK_HEAD, size());
		block.putInt(8, (int) checksum.getValue());
		size = Format.BLOCK_HEAD;
		return block;
	}
}
