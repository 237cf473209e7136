package io.signalbox.config;

import io.signalbox.net.Shown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A map of the configuration as it is read: each value is asked for by its key, and what is wrong is noted with the
 * whole key, so that all problems are told at once.
 *
 * <p>A variable of the environment overrides the file. Its name is {@code SIGNALBOX_}, then the key in upper case, with
 * an underscore between steps and words: {@code api.port} is {@code SIGNALBOX_API_PORT}, {@code stateDirectory} is
 * {@code SIGNALBOX_STATE_DIRECTORY}, {@code interfaces[0].mtu} is {@code SIGNALBOX_INTERFACES_0_MTU}. Its value is YAML;
 * a list of scalars may also be written with commas, {@code 1,2}.
 */
final class Section {
	private static final String PREFIX = "SIGNALBOX";

	private final String path;
	private final Map<?, ?> values;
	private final Origin origin;
	private final Findings findings;
	private final Set<String> known = new LinkedHashSet<>();

	/** The root, of a file. */
	Section(Map<?, ?> values, Findings findings) {
		this("", values, Origin.FILE, findings);
	}

	private Section(String path, Map<?, ?> values, Origin origin, Findings findings) {
		this.path = path;
		this.values = values;
		this.origin = origin;
		this.findings = findings;
	}

	/** The value of a key, from the environment or the file. */
	Optional<Object> value(String key) {
		known.add(key);
		String variable = variable(keyPath(key));
		findings.variables.add(variable);
		String text = findings.environment.get(variable);
		Optional<Object> value = Optional.ofNullable(text == null ? values.get(key) : Yaml.parseVariable(text));
		findings.settings.put(keyPath(key), new Setting(value, origin(key, value)));
		return value;
	}

	private Origin origin(String key, Optional<?> value) {
		boolean isVariable = findings.environment.containsKey(variable(keyPath(key)));
		return value.isEmpty() ? Origin.DEFAULT : isVariable ? Origin.ENVIRONMENT : origin;
	}

	/** Notes what a key comes to where it is not given. */
	private <T> T otherwise(String key, Optional<T> value, T otherwise) {
		if (value.isEmpty()) {
			findings.settings.put(keyPath(key), new Setting(Optional.of(otherwise), Origin.DEFAULT));
		}
		return value.orElse(otherwise);
	}

	Optional<String> text(String key) {
		return checked(key, "text", value -> !(value instanceof Map || value instanceof List)).map(Object::toString);
	}

	String text(String key, String otherwise) {
		return otherwise(key, text(key), otherwise);
	}

	/** A key that must be there; empty text is noted and returned when it is not. */
	String requiredText(String key) {
		Optional<String> text = text(key).filter(value -> !value.isBlank());
		if (text.isEmpty()) {
			problem(key, "is missing");
		}
		return text.orElse("");
	}

	long integer(String key, long otherwise, long least, long most) {
		Optional<Long> given = checked(key, "a whole number from " + least + " to " + most, value -> isWhole(value)
						&& ((Number) value).longValue() >= least && ((Number) value).longValue() <= most)
				.map(value -> ((Number) value).longValue());
		return otherwise(key, given, otherwise);
	}

	/** Any whole number that an int holds. */
	Optional<Integer> integer(String key) {
		return checked(key, "a whole number", value -> isWhole(value)
						&& ((Number) value).longValue() == ((Number) value).intValue())
				.map(value -> ((Number) value).intValue());
	}

	Optional<Double> number(String key) {
		return checked(key, "a number", Number.class::isInstance).map(value -> ((Number) value).doubleValue());
	}

	Optional<Boolean> flag(String key) {
		return checked(key, "true or false", Boolean.class::isInstance).map(Boolean.class::cast);
	}

	boolean flag(String key, boolean otherwise) {
		return otherwise(key, flag(key), otherwise);
	}

	/** One of an enum's constants in lower case. YAML 1.1 reads a bare off as false and a bare on as true. */
	<E extends Enum<E>> Optional<E> word(String key, Class<E> type) {
		Map<String, E> words = new LinkedHashMap<>();
		for (E constant : type.getEnumConstants()) {
			words.put(constant.name().toLowerCase(Locale.ROOT), constant);
		}
		return value(key)
				.map(value -> value instanceof Boolean flag ? (flag ? "on" : "off") : value.toString())
				.flatMap(text -> {
					Optional<E> found = Optional.ofNullable(words.get(text.toLowerCase(Locale.ROOT)));
					if (found.isEmpty()) {
						problem(key, "expected " + String.join(" or ", words.keySet()) + ", found " + Shown.of(text));
					}
					findings.settings.computeIfPresent(
							keyPath(key), (_, as) -> new Setting(Optional.of(text.toLowerCase(Locale.ROOT)), as.origin()));
					return found;
				});
	}

	/** A value that is as expected; another one is noted, and nothing returned. */
	private Optional<Object> checked(String key, String expected, Predicate<Object> allowed) {
		Optional<Object> value = value(key);
		value.filter(allowed.negate()).ifPresent(wrong -> problem(key, "expected " + expected + ", found " + Shown.of(wrong)));
		return value.filter(allowed);
	}

	private static boolean isWhole(Object value) {
		return value instanceof Number number && number.longValue() == number.doubleValue();
	}

	/** One of some words; the first is what it is otherwise. */
	String choice(String key, String... words) {
		String text = text(key, words[0]);
		for (String word : words) {
			if (word.equalsIgnoreCase(text)) {
				return word;
			}
		}
		problem(key, "expected " + String.join(" or ", words) + ", found " + Shown.of(text));
		return words[0];
	}

	/** Names by numbers from 0 on, as {@code {10: red}}. */
	Map<Long, String> numbered(String key, long most) {
		Map<Long, String> names = new LinkedHashMap<>();
		Object value = value(key).orElse(Map.of());
		if (!(value instanceof Map<?, ?> map)) {
			problem(key, "expected numbers with names, found " + Shown.of(value));
			return names;
		}
		map.forEach((number, name) -> {
			long read = isWhole(number) ? ((Number) number).longValue() : -1;
			if (read < 0 || read > most || name == null) {
				problem(key, "expected numbers from 0 to " + most + " with names, found " + Shown.of(number + ": " + name));
			} else {
				names.put(read, name.toString());
			}
		});
		return names;
	}

	Section section(String key) {
		Optional<Object> given = value(key);
		findings.settings.remove(keyPath(key));
		Object value = given.orElse(Map.of());
		if (!(value instanceof Map)) {
			problem(key, "expected keys with values, found " + Shown.of(value));
		}
		return new Section(keyPath(key), value instanceof Map<?, ?> map ? map : Map.of(), origin(key, given), findings);
	}

	List<Section> sections(String key) {
		List<Section> sections = new ArrayList<>();
		List<?> elements = list(key);
		Origin from = findings.settings.remove(keyPath(key)).origin();
		for (Object element : elements) {
			String at = key + "[" + sections.size() + "]";
			if (!(element instanceof Map)) {
				problem(at, "expected keys with values, found " + Shown.of(element));
			}
			sections.add(new Section(keyPath(at), element instanceof Map<?, ?> map ? map : Map.of(), from, findings));
		}
		return sections;
	}

	private List<?> list(String key) {
		Object value = value(key).orElse(List.of());
		if (value instanceof List<?> list) {
			return list;
		}
		if (findings.environment.containsKey(variable(keyPath(key))) && !(value instanceof Map)) {
			return Yaml.parseList(value);
		}
		problem(key, "expected a list, found " + Shown.of(value));
		return List.of();
	}

	/** The elements of a list of scalars, as text; one with nothing in it is noted and left out. */
	List<String> texts(String key) {
		List<String> texts = new ArrayList<>();
		int at = 0;
		for (Object element : list(key)) {
			if (element == null) {
				problem(key + "[" + at + "]", "is missing");
			} else {
				texts.add(element.toString());
			}
			at++;
		}
		return texts;
	}

	void problem(String key, String sentence) {
		findings.problems.add(keyPath(key) + ": " + sentence);
	}

	/** Whether the key is written and nothing behind it. */
	boolean isBare(String key) {
		return values.containsKey(key) && values.get(key) == null;
	}

	/** Notes the keys that nobody asked for. */
	void finish() {
		for (Object key : values.keySet()) {
			if (!known.contains(String.valueOf(key))) {
				problem(String.valueOf(key), "is no key; here are: " + String.join(", ", known));
			}
		}
	}

	private String keyPath(String key) {
		return path.isEmpty() ? key : path + "." + key;
	}

	private static String variable(String keyPath) {
		String words = keyPath.replaceAll("([a-z0-9])([A-Z])", "$1_$2").replaceAll("[^A-Za-z0-9]+", "_");
		return PREFIX + "_" + words.replaceAll("_$", "").toUpperCase(Locale.ROOT);
	}
}
