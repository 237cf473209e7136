package io.signalbox.rest;

import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Which methods a path has, as openapi.yaml says it; resources and document are held together by a test. */
@Singleton
class DocumentedMethods {
	private static final String BASE = "/api/v1";
	private static final Set<String> NOT_METHODS = Set.of("parameters", "summary", "description", "servers");

	private record Documented(Pattern path, Set<String> methods) {}

	private final List<Documented> paths = new ArrayList<>();

	DocumentedMethods() {
		Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
		try (InputStream document =
				Thread.currentThread().getContextClassLoader().getResourceAsStream("META-INF/openapi.yaml")) {
			Map<String, Map<String, Map<String, Object>>> openapi = yaml.load(document);
			openapi.get("paths").forEach((path, item) -> paths.add(documented(path, item.keySet())));
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}

	private static Documented documented(String path, Set<String> members) {
		Set<String> methods = new TreeSet<>();
		for (String member : members) {
			if (!NOT_METHODS.contains(member)) {
				methods.add(member.toUpperCase(Locale.ROOT));
			}
		}
		if (methods.contains("GET")) {
			methods.add("HEAD");
		}
		methods.add("OPTIONS");
		return new Documented(Pattern.compile(BASE + path.replaceAll("\\{[^}]*}", "[^/]+")), methods);
	}

	/** Empty when the document has no such path. A path without a parameter goes before one with. */
	Set<String> of(String path) {
		Set<String> methods = Set.of();
		for (Documented documented : paths) {
			boolean exact = documented.path().pattern().equals(path);
			if (exact || (methods.isEmpty() && documented.path().matcher(path).matches())) {
				methods = documented.methods();
			}
		}
		return methods;
	}
}
