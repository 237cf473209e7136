package io.signalbox.rest;

import io.signalbox.net.IpAddress;
import io.signalbox.net.NonCanonicalPrefixException;
import io.signalbox.net.Prefix;
import io.signalbox.net.Shown;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Path and query parameters from their text. What is wrong becomes a problem that names the parameter. */
public final class Parameters {
	/** The one VRF. */
	public static final String DEFAULT_VRF = "default";

	private static final Pattern INTEGER = Pattern.compile("0|[1-9][0-9]{0,9}");

	private Parameters() {}

	public static IpAddress address(String name, String text) {
		return parsed(name, () -> IpAddress.parse(text));
	}

	public static Optional<IpAddress> optionalAddress(String name, String text) {
		return Optional.ofNullable(text).map(given -> address(name, given));
	}

	/** A canonical prefix from {@code address/length}. */
	public static Prefix prefix(String name, String text) {
		return parsed(name, () -> Prefix.parse(text));
	}

	/** A canonical prefix from the two path parameters {@code address} and {@code length}. */
	public static Prefix pathPrefix(String address, String length) {
		IpAddress parsed = address("address", address);
		return parsed("address", () -> Prefix.of(parsed, length(parsed, length)));
	}

	/** The prefix length of an address from the path parameter {@code length}. */
	public static int length(IpAddress address, String text) {
		return integer("length", text, 0, address.family().bits());
	}

	public static int integer(String name, String text, int min, int max) {
		long value = INTEGER.matcher(text).matches() ? Long.parseLong(text) : -1;
		if (value < min || value > max) {
			throw ProblemException.parameter(
					name, Shown.quoted(text) + " is not a " + name + ": an integer from " + min + " to " + max);
		}
		return (int) value;
	}

	public static int integer(String name, String text, int min, int max, int otherwise) {
		return text == null ? otherwise : integer(name, text, min, max);
	}

	public static boolean bool(String name, String text, boolean otherwise) {
		return switch (text) {
			case null -> otherwise;
			case "true" -> true;
			case "false" -> false;
			default -> throw ProblemException.parameter(name, Shown.quoted(text) + " is not a " + name + ": true or false");
		};
	}

	/** One of the words of an enum, see {@link Words}. */
	public static <E extends Enum<E>> Optional<E> word(String name, String text, Class<E> type) {
		if (text == null) {
			return Optional.empty();
		}
		return Optional.of(Words.find(type, text)
				.orElseThrow(() -> ProblemException.parameter(
						name, Shown.quoted(text) + " is not a " + name + ": one of " + Words.of(type))));
	}

	/** Refuses every VRF but the one there is. */
	public static void vrf(String text) {
		if (text != null && !text.equals(DEFAULT_VRF)) {
			throw ProblemException.notFound("There is no VRF " + Shown.quoted(text) + ". There is: " + DEFAULT_VRF)
					.atParameter("vrf");
		}
	}

	/** What a value's own parser makes of the parameter of that name. */
	static <T> T parsed(String name, Supplier<T> parse) {
		try {
			return parse.get();
		} catch (NonCanonicalPrefixException prefix) {
			throw ProblemException.nonCanonical(
							prefix.getMessage(), prefix.canonical().toString())
					.atParameter(name);
		} catch (IllegalArgumentException wrong) {
			throw ProblemException.parameter(name, wrong.getMessage());
		}
	}
}
