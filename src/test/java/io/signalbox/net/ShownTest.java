package io.signalbox.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownTest {
	@ParameterizedTest
	@CsvSource({
		"192.0.2.1, 192.0.2.1",
		"größe, größe",
		"a\u0000b, a\\u0000b",
		"'a\nb\u001b[2J', 'a\\u000ab\\u001b[2J'",
		"a\u202eb, a\\u202eb",
		"a\ud83db, a\\ud83db",
		"\ud83d\ude00, \ud83d\ude00",
	})
	void whatDoesNotPrintIsEscaped(String text, String shown) {
		assertEquals(shown, Shown.of(text));
	}

	@Test
	void longTextsAreCutBetweenCharacters() {
		assertEquals("x".repeat(80), Shown.of("x".repeat(80)));
		assertEquals("x".repeat(80) + "... (81 characters)", Shown.of("x".repeat(81)));
		assertEquals("'" + "x".repeat(79) + "... (83 characters)'", Shown.quoted("x".repeat(79) + "\ud83d\ude00xx"));
	}
}
