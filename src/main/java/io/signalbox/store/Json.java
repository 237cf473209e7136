package io.signalbox.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.signalbox.net.Shown;
import java.util.Arrays;
import java.util.Locale;

/** JSON texts of stored values. */
final class Json {
	private static final ObjectMapper MAPPER = new ObjectMapper();

	private Json() {}

	/** Of scalars, lists and maps of them. */
	static String of(Object value) {
		try {
			return MAPPER.writeValueAsString(value);
		} catch (JsonProcessingException impossible) {
			throw new IllegalArgumentException(impossible.getOriginalMessage(), impossible);
		}
	}

	/** Throws {@link IllegalArgumentException}. */
	static JsonNode parse(String json) {
		try {
			return MAPPER.readTree(json);
		} catch (JsonProcessingException wrong) {
			throw new IllegalArgumentException("is no JSON: " + wrong.getOriginalMessage(), wrong);
		}
	}

	static String text(JsonNode node, String what) {
		require(node != null && node.isTextual(), what, "text");
		return node.textValue();
	}

	static int integer(JsonNode node, String what) {
		require(node != null && node.canConvertToInt() && node.isIntegralNumber(), what, "a whole number");
		return node.intValue();
	}

	static double number(JsonNode node, String what) {
		require(node != null && node.isNumber(), what, "a number");
		return node.doubleValue();
	}

	static boolean flag(JsonNode node, String what) {
		require(node != null && node.isBoolean(), what, "true or false");
		return node.booleanValue();
	}

	/** Throws unless a value is what it should be. */
	static void require(boolean holds, String what, String expected) {
		if (!holds) {
			throw new IllegalArgumentException(what + " is not " + expected);
		}
	}

	/** An enum's constant as the API writes it. */
	static String word(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

	static <E extends Enum<E>> E constant(Class<E> type, JsonNode node, String what) {
		String text = text(node, what);
		return Arrays.stream(type.getEnumConstants())
				.filter(constant -> word(constant).equals(text))
				.findFirst()
				.orElseThrow(() -> new IllegalArgumentException(
						what + " is " + Shown.quoted(text) + ", which this version does not know"));
	}
}
