package io.signalbox.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LargeBodiesTest {
	private final LargeBodies bodies = new LargeBodies();
	private int read;

	@Test
	void oneMoreThanAtOnceIsRefusedAndReadsNothing() throws IOException {
		ProblemException refused = assertThrows(ProblemException.class, () -> readInside(LargeBodies.AT_ONCE + 1));
		assertEquals(ProblemType.BUSY, refused.type());
		assertEquals(LargeBodies.AT_ONCE, read);
		readInside(LargeBodies.AT_ONCE);
		assertEquals(2 * LargeBodies.AT_ONCE, read);
	}

	@Test
	void aBodyThatBreaksOffGivesItsPlaceBack() throws IOException {
		for (int at = 0; at < 2 * LargeBodies.AT_ONCE; at++) {
			assertThrows(EOFException.class, () -> bodies.read(() -> {
				throw new EOFException("cut");
			}));
		}
		readInside(LargeBodies.AT_ONCE);
		assertEquals(LargeBodies.AT_ONCE, read);
	}

	/** So many bodies, each read while the one before is. */
	private void readInside(int depth) throws IOException {
		if (depth > 0) {
			bodies.read(() -> {
				read++;
				readInside(depth - 1);
				return read;
			});
		}
	}
}
