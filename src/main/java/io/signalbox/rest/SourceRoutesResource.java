package io.signalbox.rest;

import io.signalbox.feed.bulk.Rejections;
import io.signalbox.feed.bulk.RouteBodies;
import io.signalbox.feed.bulk.RouteForm;
import io.signalbox.feed.bulk.RouteSink;
import io.signalbox.feed.bulk.Unpacked;
import io.signalbox.rest.dto.RejectionDto;
import io.signalbox.rest.dto.ReplaceResultDto;
import io.signalbox.rib.Commit;
import io.signalbox.rib.Rib;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /route-sources/{source}/routes}: all that a source says, at once. */
@Path("/api/v1/route-sources/{source}/routes")
@Produces(MediaType.APPLICATION_JSON)
public class SourceRoutesResource {
	private static final int KEPT_REJECTIONS = 100;

	private final Rib rib;
	private final LargeBodies bodies;

	SourceRoutesResource(Rib rib, LargeBodies bodies) {
		this.rib = rib;
		this.bodies = bodies;
	}

	/** How a body is read. */
	private interface Reader {
		void read(Rejections rejections, RouteSink sink) throws IOException;
	}

	@PUT
	@Consumes(RoutesResource.NDJSON)
	@LargeBody
	public ReplaceResultDto replaceRouteSource(
			@RestPath String source, @RestQuery String vrf, @RestQuery String dryRun, InputStream body)
			throws IOException {
		return replace(source, vrf, dryRun, (rejections, sink) ->
				RouteBodies.readNdjson(Unpacked.of(body), RouteForm.SOURCE_ROUTE, rejections, sink));
	}

	@PUT
	@Consumes(MediaType.TEXT_PLAIN)
	@LargeBody
	public ReplaceResultDto replaceRouteSourceText(
			@RestPath String source, @RestQuery String vrf, @RestQuery String dryRun, InputStream body)
			throws IOException {
		return replace(source, vrf, dryRun, (rejections, sink) ->
				RouteBodies.readText(Unpacked.of(body), rejections, sink));
	}

	private ReplaceResultDto replace(String source, String vrf, String dryRun, Reader reader) throws IOException {
		long begin = System.nanoTime();
		Parameters.vrf(vrf);
		boolean dry = Parameters.bool("dryRun", dryRun, false);
		RouteSource who = named(source);
		RouteSourcesResource.refuseConnected(source, "Connected routes come from the interfaces' addresses");
		RouteChanges routes = new RouteChanges();
		Rejections rejections = dry ? Rejections.keeping(KEPT_REJECTIONS) : Rejections.strict();
		bodies.read(() -> stage(reader, rejections, routes));
		Commit commit = Await.result(rib.replace(who, routes, dry));
		return new ReplaceResultDto(
				commit.added(),
				commit.changed(),
				commit.removed(),
				commit.unchanged(),
				rejections.count(),
				rejections.kept().stream()
						.map(bad -> new RejectionDto(bad.index(), bad.problem().getMessage()))
						.toList(),
				commit.generation(),
				Staged.secondsSince(begin));
	}

	private static void stage(Reader reader, Rejections rejections, RouteChanges routes) throws IOException {
		try {
			reader.read(rejections, (index, route) -> {
				Staged.checkRoom(routes);
				route.addTo(routes);
			});
		} catch (EOFException | ZipException damaged) {
			throw ProblemException.member("", "The gzip body is damaged or cut short: " + damaged.getMessage());
		}
	}

	private static RouteSource named(String source) {
		try {
			return RouteSource.named(source);
		} catch (IllegalArgumentException wrong) {
			throw ProblemException.parameter("source", wrong.getMessage());
		}
	}
}
