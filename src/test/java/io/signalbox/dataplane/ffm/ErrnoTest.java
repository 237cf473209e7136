package io.signalbox.dataplane.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrnoTest {
	@ParameterizedTest(name = "{0} is {1}")
	@CsvSource({
		"-12, NO_CAPACITY, set 3 nexthops: no memory is left for it (ENOMEM)",
		"-28, NO_CAPACITY, set 3 nexthops: no room is left for it (ENOSPC)",
		"-107, NOT_RUNNING, set 3 nexthops: the data plane does not run (ENOTCONN)",
		"-5, FAILED, set 3 nexthops: it failed (errno 5)",
	})
	void aNumberHasAReasonAndASentence(int result, Reason reason, String message) {
		DataplaneException exception = Errno.exception(result, "set 3 nexthops", " ");
		assertEquals(reason, exception.reason());
		assertEquals(message, exception.getMessage());
	}

	@Test
	void theLibrarysOwnWordsGoFirst() {
		assertEquals(
				"add wan0: no port is left (ENOSPC)",
				Errno.exception(-28, "add wan0", "no port is left\n").getMessage());
	}
}
