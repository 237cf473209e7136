package io.signalbox.rest;

import io.signalbox.feed.Unpacked;
import io.signalbox.feed.mrt.Finding;
import io.signalbox.feed.mrt.MrtRoutes;
import io.signalbox.feed.mrt.NexthopMap;
import io.signalbox.rest.dto.RejectionDto;
import io.signalbox.rest.dto.ReplaceResultDto;
import io.signalbox.rib.Commit;
import io.signalbox.rib.Rib;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteSource;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /route-sources/{source}/routes} from an MRT file. */
@Path("/api/v1/route-sources/{source}/routes")
@Produces(MediaType.APPLICATION_JSON)
public class MrtRoutesResource {
	private static final String MRT = "application/mrt";

	private final Rib rib;
	private final LargeBodies bodies;

	MrtRoutesResource(Rib rib, LargeBodies bodies) {
		this.rib = rib;
		this.bodies = bodies;
	}

	/** The largest RIBs of the public collectors have some 500 MiB, packed; a file is never held whole. */
	@PUT
	@Consumes(MRT)
	@LargeBody(mebibytes = 4_096)
	public ReplaceResultDto replaceRouteSourceMrt(
			@RestPath String source,
			@RestQuery String vrf,
			@RestQuery String dryRun,
			@RestQuery String allowPartial,
			@RestQuery String peer,
			@RestQuery List<String> nextHop,
			@RestQuery List<String> map,
			InputStream body)
			throws IOException {
		long begin = System.nanoTime();
		Parameters.vrf(vrf);
		boolean dry = Parameters.bool("dryRun", dryRun, false);
		RouteSource who = SourceRoutesResource.writable(source);
		MrtRoutes.Choice choice = new MrtRoutes.Choice(
				Parameters.optionalAddress("peer", peer),
				nexthops(nextHop, map),
				Parameters.bool("allowPartial", allowPartial, false));
		MrtRoutes file = read(body, choice);
		return result(file, Await.result(rib.replace(who, file.routes(), dry)), begin);
	}

	private static NexthopMap nexthops(List<String> nextHop, List<String> map) {
		List<NexthopMap.Rule> rules = map.stream()
				.map(text -> Parameters.parsed("map", () -> NexthopMap.rule(text)))
				.toList();
		List<Nexthop> forAll = nextHop.stream()
				.map(text -> Parameters.parsed("nextHop", () -> NexthopMap.nexthop(text)))
				.toList();
		return Parameters.parsed("nextHop", () -> new NexthopMap(rules, forAll));
	}

	private MrtRoutes read(InputStream body, MrtRoutes.Choice choice) throws IOException {
		AtomicReference<MrtRoutes> file = new AtomicReference<>();
		bodies.read(() -> {
			try (InputStream unpacked = Unpacked.of(body)) {
				file.set(MrtRoutes.read(unpacked, choice));
			}
		});
		return file.get();
	}

	private static ReplaceResultDto result(MrtRoutes file, Commit commit, long begin) {
		return new ReplaceResultDto(
				commit.added(),
				commit.changed(),
				commit.removed(),
				commit.unchanged(),
				file.rejected(),
				file.findings().stream().map(MrtRoutesResource::dto).toList(),
				Optional.of(file.records()),
				Optional.of(file.skipped().entrySet().stream()
						.map(kind -> new ReplaceResultDto.Skipped(kind.getKey(), kind.getValue()))
						.toList()),
				file.cut().map(MrtRoutesResource::dto),
				commit.generation(),
				Staged.secondsSince(begin));
	}

	private static RejectionDto dto(Finding finding) {
		return new RejectionDto(finding.record(), Optional.of(finding.offset()), finding.text());
	}
}
