package io.signalbox.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** openapi.yaml as the tests read it. */
record Document(String text, Map<String, Object> tree) {
	static final String BASE = "/api/v1";

	/** What an operation takes, for a comparison with its resource methods. */
	record Operation(Set<String> queryParameters, Set<String> headers, Set<String> bodies) {}

	static Document read() {
		try (InputStream document = Document.class.getResourceAsStream("/META-INF/openapi.yaml")) {
			String text = new String(document.readAllBytes(), StandardCharsets.UTF_8);
			return new Document(text, parse(text));
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}

	static Map<String, Object> parse(String text) {
		LoaderOptions options = new LoaderOptions();
		options.setAllowDuplicateKeys(false);
		return new Yaml(new SafeConstructor(options)).load(text);
	}

	/** By {@code METHOD /path}. */
	Map<String, Operation> operations() {
		Map<String, Operation> operations = new TreeMap<>();
		map(tree.get("paths")).forEach((path, item) -> map(item).forEach((method, operation) -> {
			if (!method.equals("parameters")) {
				String name = method.toUpperCase(Locale.ROOT) + " " + path;
				operations.put(name, operation(map(item), map(operation)));
			}
		}));
		return operations;
	}

	private Operation operation(Map<String, Object> item, Map<String, Object> operation) {
		List<Map<String, Object>> parameters = new ArrayList<>(parameters(item));
		parameters.addAll(parameters(operation));
		Map<String, Object> body = map(operation.getOrDefault("requestBody", Map.of()));
		return new Operation(
				names(parameters, "query"),
				names(parameters, "header"),
				new TreeSet<>(map(body.getOrDefault("content", Map.of())).keySet()));
	}

	private List<Map<String, Object>> parameters(Map<String, Object> of) {
		List<Map<String, Object>> resolved = new ArrayList<>();
		for (Object parameter : (List<?>) of.getOrDefault("parameters", List.of())) {
			Map<String, Object> given = map(parameter);
			String reference = (String) given.get("$ref");
			resolved.add(reference == null ? given : resolve(reference));
		}
		return resolved;
	}

	private Map<String, Object> resolve(String reference) {
		Map<String, Object> at = tree;
		for (String step : reference.substring("#/".length()).split("/", -1)) {
			at = map(at.get(step));
		}
		return at;
	}

	private static Set<String> names(List<Map<String, Object>> parameters, String in) {
		Set<String> names = new TreeSet<>();
		for (Map<String, Object> parameter : parameters) {
			if (parameter.get("in").equals(in)) {
				names.add((String) parameter.get("name"));
			}
		}
		return names;
	}

	@SuppressWarnings("unchecked")
	static Map<String, Object> map(Object value) {
		return (Map<String, Object>) value;
	}
}
