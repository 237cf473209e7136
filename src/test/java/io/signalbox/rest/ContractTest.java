package io.signalbox.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.signalbox.rest.Document.Operation;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestQuery;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("openapi.yaml and the resource methods")
class ContractTest {
	private final Document document = Document.read();
	private final Map<String, Operation> resources = resources();

	@Test
	void haveTheSameOperations() {
		assertEquals(document.operations().keySet(), resources.keySet());
	}

	@Test
	void takeTheSameParametersHeadersAndBodies() {
		assertEquals(document.operations(), resources);
	}

	@Test
	void everyProblemTypeIsListedWithItsStatus() {
		for (ProblemType type : ProblemType.values()) {
			String row = "| `" + type.urn() + "` | " + type.status() + " |";
			assertTrue(document.text().contains(row), row);
		}
	}

	@Test
	void theReasonsOfRpFilterAreListedWithTheDataPlanesSentences() throws IOException {
		List<MatchResult> reasons = Pattern.compile("(?m)^DROP\\((urpf_\\w+), \"(.*)\"\\)$")
				.matcher(Files.readString(java.nio.file.Path.of("src/main/native/shared/counters.def"))).results().toList();
		assertTrue(!reasons.isEmpty());
		for (MatchResult reason : reasons) {
			String row = "| `" + reason.group(1) + "` | " + reason.group(2) + " |";
			assertTrue(document.text().contains(row), row);
		}
	}

	@Test
	void operationIdsAreTheMethodsNames() {
		Set<String> ids = new TreeSet<>();
		Document.map(document.tree().get("paths")).values().forEach(item -> Document.map(item).forEach((name, value) -> {
			if (!name.equals("parameters")) {
				ids.add((String) Document.map(value).get("operationId"));
			}
		}));
		Set<String> methods = new TreeSet<>();
		methods().forEach(method -> methods.add(method.getName()));
		methods.retainAll(ids);
		assertEquals(ids, methods);
	}

	private static Map<String, Operation> resources() {
		Map<String, Operation> operations = new TreeMap<>();
		methods().forEach(method -> operations.merge(name(method), operation(method), ContractTest::both));
		return operations;
	}

	/** Two methods may answer one operation, each its media types. */
	private static Operation both(Operation one, Operation other) {
		return new Operation(
				union(one.queryParameters(), other.queryParameters()),
				union(one.headers(), other.headers()),
				union(one.bodies(), other.bodies()));
	}

	private static Set<String> union(Set<String> one, Set<String> other) {
		Set<String> all = new TreeSet<>(one);
		all.addAll(other);
		return all;
	}

	private static Stream<Method> methods() {
		return new ClassFileImporter()
				.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
				.importPackages("io.signalbox")
				.stream()
				.filter(type -> type.isAnnotatedWith(Path.class))
				.map(JavaClass::reflect)
				.flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
				.filter(method -> verb(method).isPresent());
	}

	private static Optional<String> verb(Method method) {
		return Arrays.stream(method.getAnnotations())
				.map(annotation -> annotation.annotationType().getAnnotation(HttpMethod.class))
				.filter(verb -> verb != null)
				.map(HttpMethod::value)
				.findFirst();
	}

	private static String name(Method method) {
		String path = method.getDeclaringClass().getAnnotation(Path.class).value();
		Path own = method.getAnnotation(Path.class);
		String whole = own == null ? path : path + "/" + own.value();
		assertTrue(whole.startsWith(Document.BASE), whole);
		return verb(method).orElseThrow() + " " + whole.substring(Document.BASE.length());
	}

	private static Operation operation(Method method) {
		Set<String> queries = new TreeSet<>();
		Set<String> headers = new TreeSet<>();
		for (Parameter parameter : method.getParameters()) {
			RestQuery query = parameter.getAnnotation(RestQuery.class);
			RestHeader header = parameter.getAnnotation(RestHeader.class);
			if (query != null) {
				queries.add(query.value().isEmpty() ? parameter.getName() : query.value());
			} else if (header != null) {
				headers.add(header.value());
			}
		}
		Consumes consumes = method.getAnnotation(Consumes.class);
		List<String> bodies = new ArrayList<>(consumes == null ? List.of() : List.of(consumes.value()));
		return new Operation(queries, headers, new TreeSet<>(bodies));
	}
}
