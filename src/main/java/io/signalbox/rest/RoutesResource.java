package io.signalbox.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.signalbox.feed.bulk.RouteBodies;
import io.signalbox.feed.bulk.RouteForm;
import io.signalbox.net.Family;
import io.signalbox.net.Prefix;
import io.signalbox.rest.dto.RouteDto;
import io.signalbox.rib.Candidate;
import io.signalbox.rib.Precondition;
import io.signalbox.rib.PrefixRoutes;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RouteFilter;
import io.signalbox.rib.RouteWrite;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.store.StaticRoutes;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /routes}: the RIB, all sources together, and the static routes one by one. */
@Path("/api/v1/routes")
@Produces(MediaType.APPLICATION_JSON)
public class RoutesResource {
	static final String NDJSON = "application/x-ndjson";
	static final String FIB_GENERATION = "Fib-Generation";

	private static final int MAX_PAGE = 10_000;
	private static final int DEFAULT_PAGE = 1_000;
	private static final String STATIC = RouteSource.STATIC.name();

	private final Rib rib;
	private final StaticRoutes routes;
	private final Vrfs vrfs;
	private final ObjectMapper json;

	RoutesResource(Rib rib, StaticRoutes routes, Vrfs vrfs, ObjectMapper json) {
		this.rib = rib;
		this.routes = routes;
		this.vrfs = vrfs;
		this.json = json;
	}

	@GET
	public RouteDto.Page listRoutes(
			@RestQuery String vrf,
			@RestQuery String family,
			@RestQuery String source,
			@RestQuery String within,
			@RestQuery String limit,
			@RestQuery String after) {
		RouteListing listing = new RouteListing(rib, filter(vrf, family, source, within));
		return listing.page(after, Parameters.integer("limit", limit, 1, MAX_PAGE, DEFAULT_PAGE));
	}

	@GET
	@Produces(NDJSON)
	public StreamingOutput streamRoutes(
			@RestQuery String vrf,
			@RestQuery String family,
			@RestQuery String source,
			@RestQuery String within,
			@RestQuery String limit,
			@RestQuery String after) {
		RouteListing listing = new RouteListing(rib, filter(vrf, family, source, within));
		long most = limit == null ? Long.MAX_VALUE : Parameters.integer("limit", limit, 1, MAX_PAGE);
		return new RouteStream(listing, json, after, most);
	}

	private RouteFilter filter(String vrf, String family, String source, String within) {
		return new RouteFilter(
				vrfs.require(vrf).name(),
				Parameters.word("family", family, Family.class),
				Optional.ofNullable(source),
				Optional.ofNullable(within).map(prefix -> Parameters.prefix("within", prefix)));
	}

	@GET
	@Path("{address}/{length}")
	public Response getRoutes(@RestPath String address, @RestPath String length, @RestQuery String vrf) {
		String name = vrfs.require(vrf).name();
		Prefix prefix = Parameters.pathPrefix(address, length);
		PrefixRoutes routes = Await.result(rib.find(name, prefix))
				.orElseThrow(() -> notFound("There is no route to " + prefix));
		Response.ResponseBuilder answer = Response.ok(RouteDtos.of(name, routes));
		routes.of(STATIC).ifPresent(candidate -> answer.header(HttpHeaders.ETAG, RouteDtos.etag(candidate)));
		return answer.build();
	}

	@PUT
	@Path("{address}/{length}")
	@Consumes(MediaType.APPLICATION_JSON)
	public Response putRoute(
			@RestPath String address,
			@RestPath String length,
			@RestQuery String vrf,
			@RestHeader(HttpHeaders.IF_MATCH) String ifMatch,
			@RestHeader(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch,
			InputStream body)
			throws IOException {
		RouteChanges change = new RouteChanges(vrfs.require(vrf).name());
		RouteBodies.readOne(body, RouteForm.NEW_ROUTE).addTo(change, Parameters.pathPrefix(address, length));
		Guard guard = new Guard(ifMatch, ifNoneMatch);
		RouteWrite write = routes.apply(change, before -> guard.check(staticEtag(before)));
		Candidate now = write.after().flatMap(routes -> routes.of(STATIC)).orElseThrow();
		boolean isNew = write.commit().added() > 0;
		return Response.status(isNew ? Response.Status.CREATED : Response.Status.OK)
				.header(HttpHeaders.ETAG, RouteDtos.etag(now))
				.header(FIB_GENERATION, write.commit().generation())
				.entity(RouteDtos.of(now))
				.build();
	}

	@DELETE
	@Path("{address}/{length}")
	public Response deleteRoute(
			@RestPath String address,
			@RestPath String length,
			@RestQuery String vrf,
			@RestHeader(HttpHeaders.IF_MATCH) String ifMatch) {
		String name = vrfs.require(vrf).name();
		Prefix prefix = Parameters.pathPrefix(address, length);
		RouteChanges change = new RouteChanges(name);
		change.withdraw(prefix);
		Guard guard = new Guard(ifMatch, null);
		Precondition isThere = before -> {
			guard.check(staticEtag(before));
			if (before.flatMap(routes -> routes.of(STATIC)).isEmpty()) {
				throw notFound("There is no static route to " + prefix);
			}
		};
		RouteWrite write = routes.apply(change, isThere);
		return Response.noContent()
				.header(FIB_GENERATION, write.commit().generation())
				.build();
	}

	private static Optional<String> staticEtag(Optional<PrefixRoutes> routes) {
		return routes.flatMap(of -> of.of(STATIC)).map(RouteDtos::etag);
	}

	private static ProblemException notFound(String detail) {
		return ProblemException.notFound(detail);
	}
}
