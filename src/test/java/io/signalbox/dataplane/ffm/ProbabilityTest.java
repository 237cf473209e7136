package io.signalbox.dataplane.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbabilityTest {
	@ParameterizedTest
	@ValueSource(doubles = {1, 0.5, 0.25, 0.3, 0.1, 0.01, 0.001, 0.0001, 0.9999, 0.1234})
	void whatIsWrittenIsRead(double probability) {
		assertEquals(probability, Probability.of(Probability.steps(probability)));
	}

	@Test
	void everyStepIsADecimalOfItsOwn() {
		for (int steps = 1; steps <= 65_536; steps++) {
			double probability = Probability.of(steps);
			assertEquals(steps, Probability.steps(probability));
			assertTrue(probability > 0 && probability <= 1);
		}
	}

	@Test
	void theLeastIsOneStepAndNeverNone() {
		assertEquals(1, Probability.steps(1e-9));
	}
}
