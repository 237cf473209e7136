package io.signalbox.rest;

import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.HttpHeaders;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** What holds for every request, checked before its resource method runs: known parameters, a body of a sane size. */
final class RequestFilters {
	/** Bytes of a body unless the method says {@link LargeBody}. */
	static final long BODY = 1 << 20;

	/** Bytes of a full table: 2 M lines of NDJSON. */
	static final long LARGE_BODY = 384L << 20;

	private final Map<Method, SortedSet<String>> parameters = new ConcurrentHashMap<>();

	@ServerRequestFilter
	void knownParameters(ContainerRequestContext request, ResourceInfo resource) {
		SortedSet<String> known = parameters.computeIfAbsent(resource.getResourceMethod(), RequestFilters::parametersOf);
		for (Map.Entry<String, List<String>> given :
				request.getUriInfo().getQueryParameters().entrySet()) {
			String name = given.getKey();
			if (!known.contains(name)) {
				throw ProblemException.unknownParameter(
						name, "There is no query parameter '" + name + "' here. "
								+ (known.isEmpty() ? "There is none." : "There are: " + String.join(", ", known)));
			}
			if (given.getValue().size() > 1) {
				throw ProblemException.parameter(name, "The query parameter '" + name + "' is given more than once");
			}
		}
	}

	@ServerRequestFilter
	void bodySize(ContainerRequestContext request, ResourceInfo resource) {
		long most = resource.getResourceMethod().isAnnotationPresent(LargeBody.class) ? LARGE_BODY : BODY;
		String length = request.getHeaderString(HttpHeaders.CONTENT_LENGTH);
		if (length == null) {
			if (request.hasEntity()) {
				request.setEntityStream(new BoundedStream(request.getEntityStream(), most));
			}
		} else if (Long.parseLong(length) > most) {
			throw BoundedStream.tooLarge(most);
		}
	}

	private static SortedSet<String> parametersOf(Method method) {
		SortedSet<String> names = new TreeSet<>();
		for (Parameter parameter : method.getParameters()) {
			RestQuery rest = parameter.getAnnotation(RestQuery.class);
			QueryParam query = parameter.getAnnotation(QueryParam.class);
			if (rest != null) {
				names.add(rest.value().isEmpty() ? parameter.getName() : rest.value());
			} else if (query != null) {
				names.add(query.value());
			}
		}
		return names;
	}
}
