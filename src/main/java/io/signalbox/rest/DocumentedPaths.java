package io.signalbox.rest;

import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Which methods a path has and which bodies they take, as openapi.yaml says it; resources and document are held
 * together by a test.
 */
@Singleton
class DocumentedPaths {
	private static final String BASE = "/api/v1";
	private static final Set<String> NOT_METHODS = Set.of("parameters", "summary", "description", "servers");

	/** The media types of bodies by method; none for a method that takes no body. */
	private record Documented(Pattern path, SortedMap<String, Set<String>> methods) {}

	private final List<Documented> paths = new ArrayList<>();

	DocumentedPaths() {
		Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
		try (InputStream document =
				Thread.currentThread().getContextClassLoader().getResourceAsStream("META-INF/openapi.yaml")) {
			Map<String, Map<String, Map<String, Object>>> openapi = yaml.load(document);
			openapi.get("paths").forEach((path, item) -> paths.add(documented(path, item)));
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}

	private static Documented documented(String path, Map<String, Object> item) {
		SortedMap<String, Set<String>> methods = new TreeMap<>();
		item.forEach((member, operation) -> {
			if (!NOT_METHODS.contains(member)) {
				methods.put(member.toUpperCase(Locale.ROOT), bodies((Map<?, ?>) operation));
			}
		});
		if (methods.containsKey("GET")) {
			methods.put("HEAD", Set.of());
		}
		methods.put("OPTIONS", Set.of());
		return new Documented(Pattern.compile(BASE + path.replaceAll("\\{[^}]*}", "[^/]+")), methods);
	}

	private static Set<String> bodies(Map<?, ?> operation) {
		Set<String> types = new LinkedHashSet<>();
		if (operation.get("requestBody") instanceof Map<?, ?> body && body.get("content") instanceof Map<?, ?> content) {
			content.keySet().forEach(type -> types.add(type.toString()));
		}
		return types;
	}

	/** Empty when the document has no such path. */
	Set<String> methods(String path) {
		return find(path).keySet();
	}

	/** Media types of the bodies that a method of a path takes. */
	Set<String> bodies(String path, String method) {
		return find(path).getOrDefault(method, Set.of());
	}

	/** A path without a parameter goes before one with. */
	private SortedMap<String, Set<String>> find(String path) {
		SortedMap<String, Set<String>> methods = Collections.emptySortedMap();
		for (Documented documented : paths) {
			boolean exact = documented.path().pattern().equals(path);
			if (exact || (methods.isEmpty() && documented.path().matcher(path).matches())) {
				methods = documented.methods();
			}
		}
		return methods;
	}
}
