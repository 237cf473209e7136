package io.signalbox.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("openapi.yaml says of each thing what it is")
class DocumentTest {
	private final Document document = Document.read();
	private final Map<String, Object> schemas = Document.map(Document.map(document.tree().get("components")).get("schemas"));

	/** Any may have a query parameter that it does not know. */
	@Test
	void everyOperationNamesABadRequestAndAProblem() {
		List<String> without = new ArrayList<>();
		Document.map(document.tree().get("paths")).forEach((path, item) -> Document.map(item).forEach((verb, operation) -> {
			if (!verb.equals("parameters")) {
				Map<String, Object> responses = Document.map(Document.map(operation).get("responses"));
				Stream.of("400", "default").filter(status -> !responses.containsKey(status))
						.forEach(status -> without.add(verb + " " + path + " " + status));
			}
		}));
		assertEquals(List.of(), without);
	}

	@Test
	void everySchemaAndMemberIsDescribed() {
		List<String> without = new ArrayList<>();
		schemas.forEach((name, schema) -> {
			if (!isDescribed(schema)) {
				without.add(name);
			}
			members(schema).forEach((member, of) -> {
				if (!isDescribed(of)) {
					without.add(name + "." + member);
				}
			});
		});
		assertEquals(List.of(), without);
	}

	private static boolean isDescribed(Object schema) {
		return has(schema, "description") || has(schema, "$ref") || has(schema, "allOf");
	}

	@Test
	@DisplayName("every member has an example, its own or of what it refers to, unless its type says all; times have none")
	void everyMemberHasAnExample() {
		List<String> without = new ArrayList<>();
		schemas.forEach((name, schema) -> members(schema).forEach((member, of) -> {
			if (!isShown(Document.map(of))) {
				without.add(name + "." + member);
			}
		}));
		assertEquals(List.of(), without);
	}

	/** Times would be served as dates without quotes, which are no strings. */
	private boolean isShown(Map<String, Object> schema) {
		Object reference = schema.get("$ref");
		if (reference != null) {
			return isShown(Document.map(schemas.get(reference.toString().replaceFirst(".*/", ""))));
		}
		boolean own = Stream.of("example", "enum", "default", "properties").anyMatch(schema::containsKey)
				|| "boolean".equals(schema.get("type")) || "date-time".equals(schema.get("format"));
		return own || parts(schema).stream().anyMatch(part -> isShown(Document.map(part)));
	}

	private static List<?> parts(Map<String, Object> schema) {
		return schema.get("items") != null ? List.of(schema.get("items")) : (List<?>) schema.getOrDefault("allOf", List.of());
	}

	private static boolean has(Object schema, String key) {
		return Document.map(schema).containsKey(key);
	}

	private static Map<String, Object> members(Object schema) {
		return Document.map(Document.map(schema).getOrDefault("properties", Map.of()));
	}
}
