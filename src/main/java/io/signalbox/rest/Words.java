package io.signalbox.rest;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Enum constants as the API writes them: lower case, {@code _} as {@code -}. */
final class Words {
	private Words() {}

	static String of(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** All words of an enum type, with commas between. */
	static String of(Class<?> type) {
		return Arrays.stream(type.getEnumConstants())
				.map(constant -> of((Enum<?>) constant))
				.collect(Collectors.joining(", "));
	}

	static <E extends Enum<E>> Optional<E> find(Class<E> type, String word) {
		return Arrays.stream(type.getEnumConstants())
				.filter(constant -> of(constant).equals(word))
				.findFirst();
	}
}
