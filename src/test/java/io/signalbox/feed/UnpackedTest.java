package io.signalbox.feed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UnpackedTest {
	private static final byte[] TEXT = text();

	/** How a body may come. */
	enum Packing {
		GZIP,
		BZIP2;

		byte[] pack(byte[] plain) throws IOException {
			ByteArrayOutputStream packed = new ByteArrayOutputStream();
			try (OutputStream out = this == GZIP
					? new GZIPOutputStream(packed)
					: new BZip2CompressorOutputStream(packed, 1)) {
				out.write(plain);
			}
			return packed.toByteArray();
		}
	}

	/** More than a block of bzip2 at its lowest level, and little of it repeats. */
	private static byte[] text() {
		Random random = new Random(3);
		StringBuilder text = new StringBuilder();
		while (text.length() < 150_000) {
			text.append(random.nextInt(1 << 20)).append('\n');
		}
		return text.toString().getBytes(StandardCharsets.US_ASCII);
	}

	/** A body of which each read gives one octet and nothing is ever known to be available, as on a slow line. */
	private static final class Slow extends ByteArrayInputStream {
		private Slow(byte[] body) {
			super(body);
		}

		@Override
		public synchronized int read(byte[] into, int offset, int length) {
			return super.read(into, offset, Math.min(length, 1));
		}

		@Override
		public synchronized int available() {
			return 0;
		}
	}

	private static byte[] unpack(InputStream body) throws IOException {
		try (InputStream plain = Unpacked.of(body)) {
			return plain.readAllBytes();
		}
	}

	private static byte[] unpack(byte[] body) throws IOException {
		return unpack(new ByteArrayInputStream(body));
	}

	private static byte[] concat(byte[] one, byte[] other) {
		byte[] both = Arrays.copyOf(one, one.length + other.length);
		System.arraycopy(other, 0, both, one.length, other.length);
		return both;
	}

	@Test
	@DisplayName("M8 a plain body is what it is, also an empty one and one whose time is a bzip2 file's magic")
	void plainBodies() throws IOException {
		for (byte[] plain : new byte[][] {{}, {0x1f}, {'B', 'Z', 'h'}, {'B', 'Z', 'h', '9', 0, 13, 0, 2}, TEXT}) {
			assertArrayEquals(plain, unpack(plain));
		}
	}

	@ParameterizedTest(name = "M8 {0} is told by its magic, also several in a row on a slow line")
	@EnumSource
	void packedBodies(Packing packing) throws IOException {
		byte[] packed = packing.pack(TEXT);
		assertArrayEquals(TEXT, unpack(packed));
		assertArrayEquals(TEXT, unpack(new Slow(packed)));
		assertArrayEquals(new byte[0], unpack(packing.pack(new byte[0])));
		assertArrayEquals(concat(TEXT, TEXT), unpack(new Slow(concat(packed, packed))));
		try (InputStream plain = Unpacked.of(new ByteArrayInputStream(packed))) {
			assertEquals(TEXT[0], plain.read());
		}
	}

	@ParameterizedTest(name = "M9 {0} cut anywhere fails, after all that came before")
	@EnumSource
	void cutBodies(Packing packing) throws IOException {
		byte[] packed = packing.pack(TEXT);
		int begin = packing == Packing.GZIP ? 2 : 6;
		int end = packed.length;
		for (int length = begin; length < end; length += length < 40 || length > end - 20 ? 1 : 4_999) {
			assertDamaged(Arrays.copyOf(packed, length), TEXT);
			assertDamaged(concat(packed, Arrays.copyOf(packed, length)), concat(TEXT, TEXT));
		}
		assertDamaged(concat(packed, new byte[] {0}), TEXT);
	}

	@ParameterizedTest(name = "M9 {0} with any octet changed fails or is the same, and with nothing worse than that")
	@EnumSource
	void changedBodies(Packing packing) throws IOException {
		byte[] plain = Arrays.copyOf(TEXT, 3_000);
		byte[] packed = packing.pack(plain);
		for (int at = packing == Packing.GZIP ? 2 : 6; at < packed.length; at++) {
			byte[] changed = packed.clone();
			changed[at] ^= 0x41;
			try {
				assertArrayEquals(plain, unpack(changed));
			} catch (DamagedException damaged) {
				assertTrue(damaged.getMessage().startsWith(packing == Packing.GZIP ? "gzip: " : "bzip2: "));
			}
		}
	}

	/** It fails, and what it gives before is a beginning of the plain body; it goes on failing. */
	private static void assertDamaged(byte[] body, byte[] plain) throws IOException {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		try (InputStream in = Unpacked.of(new ByteArrayInputStream(body))) {
			assertThrows(DamagedException.class, () -> in.transferTo(out));
			assertThrows(DamagedException.class, in::read);
		}
		byte[] got = out.toByteArray();
		assertTrue(got.length <= plain.length);
		assertArrayEquals(Arrays.copyOf(plain, got.length), got);
	}

	@Test
	@DisplayName("M9 a bzip2 body that is cut gives all whole blocks before")
	void wholeBlocksOfBzip2() throws IOException {
		byte[] packed = Packing.BZIP2.pack(TEXT);
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		try (InputStream in = Unpacked.of(new ByteArrayInputStream(packed, 0, packed.length - 20))) {
			assertThrows(DamagedException.class, () -> in.transferTo(out));
		}
		assertTrue(out.size() >= 99_000, () -> out.size() + " of a block of nearly 100,000");
	}

	@ParameterizedTest(name = "that the rest of a body of {0} does not arrive is not its damage")
	@EnumSource
	void clientGoesAway(Packing packing) throws IOException {
		byte[] packed = packing.pack(TEXT);
		IOException gone = new IOException("gone");
		InputStream breaks = new SequenceInputStream(
				new ByteArrayInputStream(packed, 0, packed.length / 2), new InputStream() {
					@Override
					public int read() throws IOException {
						throw gone;
					}

					@Override
					public int read(byte[] into, int offset, int length) throws IOException {
						throw gone;
					}
				});
		assertSame(gone, assertThrows(IOException.class, () -> unpack(breaks)));
	}
}
