package io.signalbox.rest;

import io.signalbox.imports.ImportFormat;
import io.signalbox.imports.ImportRequest;
import io.signalbox.imports.ImportResult;
import io.signalbox.imports.Imports;
import io.signalbox.imports.ReadingNotes;
import io.signalbox.rest.dto.RejectionDto;
import io.signalbox.rest.dto.ReplaceResultDto;
import io.signalbox.rib.Commit;
import io.signalbox.route.RouteSource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/** What the replacements of a source have in common, whatever format its routes come in. */
@ApplicationScoped
class SourceImports {
	private static final int DIFFERENCES = 100;
	private static final int MOST_DIFFERENCES = 10_000;

	private final SourceOwners owners;
	private final Vrfs vrfs;
	private final Imports imports;
	private final LargeBodies bodies;

	SourceImports(SourceOwners owners, Vrfs vrfs, Imports imports, LargeBodies bodies) {
		this.owners = owners;
		this.vrfs = vrfs;
		this.imports = imports;
		this.bodies = bodies;
	}

	/** The request that parameters and headers make. */
	ImportRequest request(
			String source,
			String vrf,
			String dryRun,
			String differences,
			ImportFormat format,
			Guard guard,
			HttpHeaders headers) {
		String length = headers.getHeaderString(HttpHeaders.CONTENT_LENGTH);
		return new ImportRequest(
				writable(source),
				vrfs.require(vrf).name(),
				format,
				Parameters.bool("dryRun", dryRun, false),
				Parameters.integer("differences", differences, 0, MOST_DIFFERENCES, DIFFERENCES),
				before -> guard.check(before.map(RouteSourcesResource::etag)),
				length == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(length)));
	}

	ReplaceResultDto run(ImportRequest request, InputStream body, Imports.Reading reading) throws IOException {
		return dto(bodies.read(() -> imports.run(request, body, reading)));
	}

	/** Whether it is known what the source said before, also while the RIB does not know the source. */
	boolean hasRollback(ImportRequest request) {
		return imports.hasRollback(request);
	}

	ReplaceResultDto rollback(ImportRequest request) throws IOException {
		return dto(bodies.read(() -> imports.rollback(request)));
	}

	/** The source of that name, unless it is one whose routes come from elsewhere. */
	private RouteSource writable(String source) {
		owners.requireWritable(source);
		return Parameters.parsed("source", () -> RouteSource.named(source));
	}

	static ReplaceResultDto dto(ImportResult result) {
		Commit commit = result.replacement().commit();
		ReadingNotes notes = result.notes();
		return new ReplaceResultDto(
				commit.added(),
				commit.changed(),
				commit.removed(),
				commit.unchanged(),
				notes.rejected(),
				notes.rejections().stream().map(SourceImports::dto).toList(),
				Optional.of(result.replacement().differences())
						.filter(_ -> result.dryRun())
						.map(list -> list.stream().map(RouteDtos::of).toList()),
				notes.records(),
				notes.records().map(_ -> notes.skipped().entrySet().stream()
						.map(kind -> new ReplaceResultDto.Skipped(kind.getKey(), kind.getValue()))
						.toList()),
				notes.cut().map(SourceImports::dto),
				commit.generation(),
				result.seconds());
	}

	private static RejectionDto dto(ReadingNotes.Rejected rejected) {
		return new RejectionDto(rejected.index(), rejected.offset(), rejected.detail());
	}
}
