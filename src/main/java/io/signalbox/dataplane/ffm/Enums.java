package io.signalbox.dataplane.ffm;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;

/** The enums of {@code signalbox.h}: ours have its order, so a constant's ordinal is its number there. */
final class Enums {
	private Enums() {}

	/** The constant of a number that the library returned. */
	static <E extends Enum<E>> E of(E[] constants, int number) {
		if (number < 0 || number >= constants.length) {
			throw new DataplaneException(Reason.FAILED, "the library answers with the number " + number + " where "
					+ constants[0].getDeclaringClass().getSimpleName() + " has " + constants.length);
		}
		return constants[number];
	}

	@SuppressWarnings("EnumOrdinal")
	static byte number(Enum<?> constant) {
		return (byte) constant.ordinal();
	}
}
