package io.signalbox.dataplane.ffm;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** A probability above 0 in the data plane's steps of 1/65,536. */
final class Probability {
	private static final int STEPS = 65_536;

	/** Decimals that tell two steps apart. */
	private static final int DECIMALS = 5;

	private Probability() {}

	static int steps(double probability) {
		return Math.clamp(Math.round(probability * STEPS), 1, STEPS);
	}

	/** The shortest decimal that makes these steps, so that one reads what was written: 0.3 and not 0.30000305. */
	static double of(int steps) {
		BigDecimal exact = new BigDecimal(steps).divide(new BigDecimal(STEPS));
		for (int decimals = 0; decimals < DECIMALS; decimals++) {
			double rounded = exact.setScale(decimals, RoundingMode.HALF_EVEN).doubleValue();
			if (rounded > 0 && steps(rounded) == steps) {
				return rounded;
			}
		}
		return exact.setScale(DECIMALS, RoundingMode.HALF_EVEN).doubleValue();
	}
}
