package io.signalbox.rest;

import io.signalbox.net.Shown;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.HttpHeaders;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** What holds for every request, checked before its resource method runs: known parameters, a body of a sane size. */
final class RequestFilters {
	/** Bytes of a body unless the method says {@link LargeBody}. */
	static final long BODY = 1 << 20;

	private final Map<Method, SortedMap<String, Boolean>> parameters = new ConcurrentHashMap<>();

	@ServerRequestFilter
	void knownParameters(ContainerRequestContext request, ResourceInfo resource) {
		SortedMap<String, Boolean> known =
				parameters.computeIfAbsent(resource.getResourceMethod(), RequestFilters::parametersOf);
		for (Map.Entry<String, List<String>> given :
				request.getUriInfo().getQueryParameters().entrySet()) {
			String name = given.getKey();
			Boolean repeats = known.get(name);
			if (repeats == null) {
				String all = known.isEmpty() ? "There is none." : "There are: " + String.join(", ", known.keySet());
				throw ProblemException.unknownParameter(
						Shown.of(name), "There is no query parameter " + Shown.quoted(name) + " here. " + all);
			}
			if (!repeats && given.getValue().size() > 1) {
				throw ProblemException.parameter(name, "The query parameter " + Shown.quoted(name) + " is given more than once");
			}
		}
	}

	@ServerRequestFilter
	void bodySize(ContainerRequestContext request, ResourceInfo resource) {
		LargeBody large = resource.getResourceMethod().getAnnotation(LargeBody.class);
		long most = large == null ? BODY : large.mebibytes() << 20;
		String length = request.getHeaderString(HttpHeaders.CONTENT_LENGTH);
		if (length == null) {
			if (request.hasEntity()) {
				request.setEntityStream(new BoundedStream(request.getEntityStream(), most));
			}
		} else if (Long.parseLong(length) > most) {
			throw BoundedStream.tooLarge(most);
		}
	}

	/** The names of a method's query parameters, and whether each may be given more than once. */
	private static SortedMap<String, Boolean> parametersOf(Method method) {
		SortedMap<String, Boolean> names = new TreeMap<>();
		for (Parameter parameter : method.getParameters()) {
			RestQuery rest = parameter.getAnnotation(RestQuery.class);
			QueryParam query = parameter.getAnnotation(QueryParam.class);
			boolean repeats = parameter.getType() == List.class;
			if (rest != null) {
				names.put(rest.value().isEmpty() ? parameter.getName() : rest.value(), repeats);
			} else if (query != null) {
				names.put(query.value(), repeats);
			}
		}
		return names;
	}
}
