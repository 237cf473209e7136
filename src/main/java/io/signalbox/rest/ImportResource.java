package io.signalbox.rest;

import io.signalbox.imports.ImportStatus;
import io.signalbox.imports.Imports;
import io.signalbox.net.Shown;
import io.signalbox.rest.dto.ImportDto;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import java.util.OptionalLong;
import org.jboss.resteasy.reactive.RestPath;

/** {@code /route-sources/{source}/import}: the replacement of a source's routes that runs, or the last one. */
@Path("/api/v1/route-sources/{source}/import")
@Produces(MediaType.APPLICATION_JSON)
public class ImportResource {
	private static final double PERCENT = 100;

	private final Imports imports;

	ImportResource(Imports imports) {
		this.imports = imports;
	}

	@GET
	public ImportDto getImport(@RestPath String source) {
		return dto(find(source));
	}

	@DELETE
	public void cancelImport(@RestPath String source) {
		find(source);
		if (!imports.cancel(source)) {
			String state = Words.of(find(source).state());
			throw ProblemException.of(
					ProblemType.CONFLICT, "The import of " + source + " is " + state + ": there is nothing to cancel");
		}
	}

	private ImportStatus find(String source) {
		return imports.find(source)
				.orElseThrow(() -> ProblemException.notFound("There was no import of " + Shown.of(source) + " since the start"));
	}

	private static ImportDto dto(ImportStatus status) {
		OptionalLong total = status.request().totalBytes();
		return new ImportDto(
				status.request().source().name(),
				status.request().vrf(),
				Words.of(status.request().format()),
				Words.of(status.state()),
				status.request().dryRun(),
				status.started(),
				status.seconds(),
				status.bytes(),
				total,
				percent(status, total),
				status.records(),
				status.routes(),
				status.failure(),
				status.result().map(SourceImports::dto));
	}

	/** Of the body; all of it is no more than that, the routes are still to be applied. */
	private static Optional<Double> percent(ImportStatus status, OptionalLong total) {
		if (total.isEmpty()) {
			return Optional.empty();
		}
		double share = total.getAsLong() == 0 ? 1 : (double) status.bytes() / total.getAsLong();
		return Optional.of(Math.floor(share * PERCENT * 10) / 10);
	}
}
