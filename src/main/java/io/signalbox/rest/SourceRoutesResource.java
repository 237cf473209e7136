package io.signalbox.rest;

import io.signalbox.feed.DamagedException;
import io.signalbox.feed.Unpacked;
import io.signalbox.feed.bulk.Rejections;
import io.signalbox.feed.bulk.RouteBodies;
import io.signalbox.feed.bulk.RouteForm;
import io.signalbox.feed.bulk.RouteSink;
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
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
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
		void read(InputStream plain, Rejections rejections, RouteSink sink) throws IOException;
	}

	@PUT
	@Consumes(RoutesResource.NDJSON)
	@LargeBody
	public ReplaceResultDto replaceRouteSource(
			@RestPath String source, @RestQuery String vrf, @RestQuery String dryRun, InputStream body)
			throws IOException {
		return replace(source, vrf, dryRun, body, (plain, rejections, sink) ->
				RouteBodies.readNdjson(plain, RouteForm.SOURCE_ROUTE, rejections, sink));
	}

	@PUT
	@Consumes(MediaType.TEXT_PLAIN)
	@LargeBody
	public ReplaceResultDto replaceRouteSourceText(
			@RestPath String source, @RestQuery String vrf, @RestQuery String dryRun, InputStream body)
			throws IOException {
		return replace(source, vrf, dryRun, body, RouteBodies::readText);
	}

	private ReplaceResultDto replace(String source, String vrf, String dryRun, InputStream body, Reader reader)
			throws IOException {
		long begin = System.nanoTime();
		Parameters.vrf(vrf);
		boolean dry = Parameters.bool("dryRun", dryRun, false);
		RouteSource who = writable(source);
		RouteChanges routes = new RouteChanges();
		Rejections rejections = dry ? Rejections.keeping(KEPT_REJECTIONS) : Rejections.strict();
		bodies.read(() -> stage(body, reader, rejections, routes));
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
				Optional.empty(),
				Optional.empty(),
				Optional.empty(),
				commit.generation(),
				Staged.secondsSince(begin));
	}

	private static void stage(InputStream body, Reader reader, Rejections rejections, RouteChanges routes)
			throws IOException {
		try (InputStream plain = Unpacked.of(body)) {
			reader.read(plain, rejections, (index, route) -> {
				Staged.checkRoom(routes);
				route.addTo(routes);
			});
		} catch (DamagedException damaged) {
			throw ProblemException.member("", "The packed body is damaged or cut short. " + damaged.getMessage());
		}
	}

	/** The source of that name, unless it is one whose routes come from elsewhere. */
	static RouteSource writable(String source) {
		RouteSourcesResource.refuseConnected(source, "Connected routes come from the interfaces' addresses");
		try {
			return RouteSource.named(source);
		} catch (IllegalArgumentException wrong) {
			throw ProblemException.parameter("source", wrong.getMessage());
		}
	}
}
