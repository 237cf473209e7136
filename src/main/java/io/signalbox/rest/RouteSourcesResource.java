package io.signalbox.rest;

import io.signalbox.imports.ImportFormat;
import io.signalbox.imports.ImportRequest;
import io.signalbox.rest.dto.ReplaceResultDto;
import io.signalbox.rest.dto.RouteSourceDto;
import io.signalbox.rib.Commit;
import io.signalbox.rib.Rib;
import io.signalbox.rib.SourceUse;
import io.signalbox.rib.UnknownSourceException;
import io.signalbox.route.RouteSource;
import io.signalbox.store.StaticRoutes;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /route-sources}: who says routes, and how far each is trusted. */
@Path("/api/v1/route-sources")
@Produces(MediaType.APPLICATION_JSON)
public class RouteSourcesResource {
	private final Rib rib;
	private final StaticRoutes routes;
	private final SourceImports imports;
	private final SourceOwners owners;

	RouteSourcesResource(Rib rib, StaticRoutes routes, SourceImports imports, SourceOwners owners) {
		this.owners = owners;
		this.rib = rib;
		this.routes = routes;
		this.imports = imports;
	}

	@GET
	public RouteSourceDto.Many listRouteSources() {
		return new RouteSourceDto.Many(Await.result(rib.sources()).stream()
				.sorted(Comparator.comparingInt((SourceUse use) -> use.source().distance())
						.thenComparing(use -> use.source().name()))
				.map(RouteSourcesResource::dto)
				.toList());
	}

	@GET
	@Path("{source}")
	public Response getRouteSource(@RestPath String source) {
		return answer(find(source));
	}

	@PATCH
	@Path("{source}")
	@Consumes(MediaType.APPLICATION_JSON)
	public Response changeRouteSource(
			@RestPath String source,
			@RestHeader(HttpHeaders.IF_MATCH) String ifMatch,
			RouteSourceDto.Change body) {
		int distance = Body.required(body).distance();
		if (distance < 1 || distance > RouteSource.MAX_DISTANCE) {
			throw ProblemException.member("/distance", "distance " + distance + " is not within 1 to 255");
		}
		if (source.equals(RouteSource.CONNECTED.name())) {
			throw ProblemException.of(ProblemType.CONFLICT, "Connected routes keep the distance 0");
		}
		routes.setDistance(source, distance, guard(ifMatch));
		return answer(find(source));
	}

	@DELETE
	@Path("{source}")
	public Response deleteRouteSource(@RestPath String source, @RestHeader(HttpHeaders.IF_MATCH) String ifMatch) {
		owners.requireWritable(source);
		Commit commit = source.equals(RouteSource.STATIC.name())
				? routes.removeAll(guard(ifMatch))
				: Await.result(rib.removeSource(source, guard(ifMatch)));
		return Response.noContent()
				.header(RoutesResource.FIB_GENERATION, commit.generation())
				.build();
	}

	/** All that the source says is as it was before its last replacement. */
	@POST
	@Path("{source}/rollback")
	public ReplaceResultDto rollBackRouteSource(
			@RestPath String source,
			@RestQuery String vrf,
			@RestQuery String dryRun,
			@RestQuery String differences,
			@RestHeader(HttpHeaders.IF_MATCH) String ifMatch,
			@Context HttpHeaders headers)
			throws IOException {
		ImportRequest request = imports.request(
				source, vrf, dryRun, differences, ImportFormat.ROLLBACK, new Guard(ifMatch, null), headers);
		if (!imports.hasRollback(request)) {
			find(source);
		}
		return imports.rollback(request);
	}

	private static Consumer<SourceUse> guard(String ifMatch) {
		Guard guard = new Guard(ifMatch, null);
		return before -> guard.check(Optional.of(etag(before)));
	}

	private SourceUse find(String name) {
		return Await.result(rib.sources()).stream()
				.filter(use -> use.source().name().equals(name))
				.findFirst()
				.orElseThrow(() -> new UnknownSourceException(name));
	}

	private static Response answer(SourceUse use) {
		return Response.ok(dto(use)).header(HttpHeaders.ETAG, etag(use)).build();
	}

	/** Another for every change of what it says, unlike those of other resources: a digest of a full table takes too long. */
	static String etag(SourceUse use) {
		return '"' + Long.toString(use.version(), 36) + '"';
	}

	private static RouteSourceDto dto(SourceUse use) {
		return new RouteSourceDto(use.source().name(), use.source().distance(), use.ipv4Routes(), use.ipv6Routes());
	}
}
