package io.signalbox.rest;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.net.NonCanonicalPrefixException;
import io.signalbox.net.Shown;
import io.signalbox.rest.dto.Problem;
import io.signalbox.rib.RibFullException;
import io.signalbox.rib.UnknownVrfException;
import io.signalbox.rib.VrfInUseException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Every exception that leaves a resource becomes a problem (RFC 9457); what nobody foresaw is logged and named by an id. */
final class ProblemMapper {
	private static final Logger LOG = Logger.getLogger(ProblemMapper.class);

	private final DocumentedPaths paths;

	ProblemMapper(DocumentedPaths paths) {
		this.paths = paths;
	}

	@ServerExceptionMapper
	Response problem(ProblemException problem) {
		return answer(problem.problem());
	}

	@ServerExceptionMapper
	Response nonCanonical(NonCanonicalPrefixException prefix) {
		return problem(ProblemException.nonCanonical(prefix.getMessage(), prefix.canonical().toString()));
	}

	@ServerExceptionMapper
	Response dataplane(DataplaneException refused) {
		ProblemType type =
				switch (refused.reason()) {
					case INVALID -> ProblemType.INVALID_REQUEST;
					case NOT_FOUND -> ProblemType.NOT_FOUND;
					case CONFLICT -> ProblemType.CONFLICT;
					case NO_CAPACITY -> ProblemType.NO_CAPACITY;
					case NO_DEVICE -> ProblemType.UNPROCESSABLE;
					case NOT_RUNNING -> ProblemType.NOT_RUNNING;
					case FAILED -> ProblemType.DATA_PLANE_FAILED;
				};
		return type == ProblemType.DATA_PLANE_FAILED
				? defect(type, refused)
				: problem(ProblemException.of(type, refused.getMessage()));
	}

	@ServerExceptionMapper
	Response ribFull(RibFullException full) {
		return problem(ProblemException.of(ProblemType.NO_CAPACITY, full.getMessage()));
	}

	@ServerExceptionMapper
	Response unknownVrf(UnknownVrfException unknown) {
		return problem(ProblemException.of(ProblemType.NOT_FOUND, unknown.getMessage()));
	}

	@ServerExceptionMapper
	Response vrfInUse(VrfInUseException inUse) {
		return problem(ProblemException.of(ProblemType.CONFLICT, inUse.getMessage()));
	}

	@ServerExceptionMapper
	Response json(JacksonException json) {
		return foreseen(JsonProblems.of(json));
	}

	/** Named apart, for Quarkus has a mapper of its own for it. */
	@ServerExceptionMapper
	Response json(MismatchedInputException mismatch) {
		return foreseen(JsonProblems.of(mismatch));
	}

	/** A client that went away, or whose HTTP broke, amid its body: no defect of the box, and nothing for its log. */
	@ServerExceptionMapper
	Response cutShort(IOException cut) {
		return problem(ProblemException.member("", "The body cannot be read to its end"));
	}

	/** What a future completed with stands for itself. */
	@ServerExceptionMapper
	Response completion(CompletionException completion) {
		return foreseen(completion.getCause());
	}

	@ServerExceptionMapper
	Response http(WebApplicationException http, UriInfo uri, Request request, HttpHeaders headers) {
		if (http.getCause() instanceof JacksonException json) {
			return json(json);
		}
		String path = uri.getPath();
		String shown = Shown.of(path);
		return switch (http.getResponse().getStatus()) {
			case 404 -> problem(ProblemException.of(ProblemType.UNKNOWN_PATH, "There is no path " + shown));
			case 405 -> notAllowed(path);
			case 406 -> problem(ProblemException.of(
					ProblemType.NOT_ACCEPTABLE, shown + " has no answer in a media type that Accept names"));
			case 413 -> problem(ProblemException.of(ProblemType.TOO_LARGE, "The body is larger than the operation takes"));
			case 415 -> problem(ProblemException.of(ProblemType.UNSUPPORTED_MEDIA_TYPE,
					unsupported(request.getMethod() + " " + shown, paths.bodies(path, request.getMethod()), headers)));
			case 400 -> problem(ProblemException.member("", "The request cannot be read"));
			default -> defect(ProblemType.INTERNAL_ERROR, http);
		};
	}

	@ServerExceptionMapper
	Response unforeseen(Throwable thrown) {
		return defect(ProblemType.INTERNAL_ERROR, thrown);
	}

	private Response foreseen(Throwable thrown) {
		return switch (thrown) {
			case ProblemException problem -> problem(problem);
			case NonCanonicalPrefixException prefix -> nonCanonical(prefix);
			case DataplaneException refused -> dataplane(refused);
			case RibFullException full -> ribFull(full);
			case null, default -> unforeseen(thrown);
		};
	}

	private static String unsupported(String operation, Set<String> bodies, HttpHeaders headers) {
		String given = headers.getHeaderString(HttpHeaders.CONTENT_TYPE);
		return operation + " takes " + String.join(" or ", bodies) + ": say so in Content-Type, which "
				+ (given == null ? "is missing" : "is " + Shown.of(given));
	}

	private Response notAllowed(String path) {
		String allow = String.join(", ", paths.methods(path));
		Problem problem = ProblemException.of(
						ProblemType.METHOD_NOT_ALLOWED, Shown.of(path) + " has no such method. It has: " + allow)
				.problem();
		return Response.fromResponse(answer(problem))
				.header(HttpHeaders.ALLOW, allow)
				.build();
	}

	private static Response defect(ProblemType type, Throwable thrown) {
		String id = UUID.randomUUID().toString();
		LOG.errorf(thrown, "request failed, id %s", id);
		return answer(new Problem(
				type.urn(),
				type.title(),
				type.status(),
				"The log has more under id " + id,
				null,
				null,
				null,
				null,
				id));
	}

	private static Response answer(Problem problem) {
		return Response.status(problem.status())
				.type("application/problem+json")
				.entity(problem)
				.build();
	}
}
