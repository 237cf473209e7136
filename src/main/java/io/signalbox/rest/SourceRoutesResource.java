package io.signalbox.rest;

import io.signalbox.feed.DamagedException;
import io.signalbox.feed.ReadProgress;
import io.signalbox.feed.Unpacked;
import io.signalbox.feed.bulk.Rejections;
import io.signalbox.feed.bulk.RouteBodies;
import io.signalbox.feed.bulk.RouteForm;
import io.signalbox.feed.bulk.RouteSink;
import io.signalbox.imports.Gathered;
import io.signalbox.imports.ImportFormat;
import io.signalbox.imports.ImportRequest;
import io.signalbox.imports.ReadingNotes;
import io.signalbox.rest.dto.ReplaceResultDto;
import io.signalbox.route.RouteChanges;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /route-sources/{source}/routes}: all that a source says, at once. */
@Path("/api/v1/route-sources/{source}/routes")
@Produces(MediaType.APPLICATION_JSON)
public class SourceRoutesResource {
	private static final int KEPT_REJECTIONS = 100;

	private final SourceImports imports;

	SourceRoutesResource(SourceImports imports) {
		this.imports = imports;
	}

	/** How a body is read. */
	private interface Reader {
		void read(InputStream plain, Rejections rejections, RouteSink sink) throws IOException;
	}

	@PUT
	@Consumes(RoutesResource.NDJSON)
	@LargeBody
	public ReplaceResultDto replaceRouteSource(
			@RestPath String source,
			@RestQuery String vrf,
			@RestQuery String dryRun,
			@RestQuery String differences,
			@RestHeader(HttpHeaders.IF_MATCH) String ifMatch,
			@RestHeader(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch,
			@Context HttpHeaders headers,
			InputStream body)
			throws IOException {
		return replace(imports.request(
				source, vrf, dryRun, differences, ImportFormat.NDJSON, new Guard(ifMatch, ifNoneMatch), headers), body,
				(plain, rejections, sink) ->
						RouteBodies.readNdjson(plain, RouteForm.SOURCE_ROUTE, rejections, sink));
	}

	@PUT
	@Consumes(MediaType.TEXT_PLAIN)
	@LargeBody
	public ReplaceResultDto replaceRouteSourceText(
			@RestPath String source,
			@RestQuery String vrf,
			@RestQuery String dryRun,
			@RestQuery String differences,
			@RestHeader(HttpHeaders.IF_MATCH) String ifMatch,
			@RestHeader(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch,
			@Context HttpHeaders headers,
			InputStream body)
			throws IOException {
		return replace(imports.request(
				source, vrf, dryRun, differences, ImportFormat.TEXT, new Guard(ifMatch, ifNoneMatch), headers), body,
				RouteBodies::readText);
	}

	private ReplaceResultDto replace(ImportRequest request, InputStream body, Reader reader) throws IOException {
		Rejections rejections = request.dryRun() ? Rejections.keeping(KEPT_REJECTIONS) : Rejections.strict();
		return imports.run(request, body, (watched, progress) ->
				gather(watched, reader, rejections, new RouteChanges(request.vrf()), progress));
	}

	private static Gathered gather(
			InputStream body, Reader reader, Rejections rejections, RouteChanges routes, ReadProgress progress)
			throws IOException {
		try (InputStream plain = Unpacked.of(body)) {
			reader.read(plain, rejections, (index, route) -> {
				Staged.checkRoom(routes);
				route.addTo(routes);
				progress.at(index + 1, routes.size());
			});
		} catch (DamagedException damaged) {
			throw ProblemException.member("", "The packed body is damaged or cut short. " + damaged.getMessage());
		}
		return new Gathered(routes, new ReadingNotes(rejections.count(), rejections.kept().stream()
				.map(bad -> new ReadingNotes.Rejected(
						bad.index(), Optional.empty(), bad.problem().getMessage()))
				.toList()));
	}
}
