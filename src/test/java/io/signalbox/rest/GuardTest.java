package io.signalbox.rest;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("If-Match and If-None-Match (RFC 9110 13.1)")
class GuardTest {
	/** With {@code "b"} as the resource's tag. */
	@ParameterizedTest(name = "If-Match {0}, If-None-Match {1}, exists {2}: goes on {3}")
	@CsvSource(quoteCharacter = '\'', value = {
		", , true, true",
		", , false, true",
		"'\"b\"', , true, true",
		"'\"a\", \"b\"', , true, true",
		"'\"a\"', , true, false",
		"'\"b\"', , false, false",
		"'W/\"b\"', , true, false",
		"*, , true, true",
		"*, , false, false",
		", *, true, false",
		", *, false, true",
		", '\"b\"', true, false",
		", '\"a\"', true, true",
	})
	void goesOn(String ifMatch, String ifNoneMatch, boolean exists, boolean goesOn) {
		Guard guard = new Guard(ifMatch, ifNoneMatch);
		Optional<String> current = exists ? Optional.of("\"b\"") : Optional.empty();
		if (goesOn) {
			assertDoesNotThrow(() -> guard.check(current));
		} else {
			ProblemException refused = assertThrows(ProblemException.class, () -> guard.check(current));
			assertEquals(ProblemType.PRECONDITION_FAILED, refused.type());
		}
	}

	@Test
	void equalConfigurationsHaveEqualTags() {
		assertEquals(Etag.of(List.of("wan0", 1500)), Etag.of(List.of("wan0", 1500)));
		assertNotEquals(Etag.of(List.of("wan0", 1500)), Etag.of(List.of("wan0", 9000)));
	}
}
