package io.signalbox.rest;

import io.signalbox.feed.ReadProgress;
import io.signalbox.feed.Unpacked;
import io.signalbox.feed.mrt.Finding;
import io.signalbox.feed.mrt.MrtRoutes;
import io.signalbox.feed.mrt.NexthopMap;
import io.signalbox.imports.Gathered;
import io.signalbox.imports.ImportFormat;
import io.signalbox.imports.ImportRequest;
import io.signalbox.imports.ReadingNotes;
import io.signalbox.rest.dto.ReplaceResultDto;
import io.signalbox.route.Nexthop;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /route-sources/{source}/routes} from an MRT file. */
@Path("/api/v1/route-sources/{source}/routes")
@Produces(MediaType.APPLICATION_JSON)
public class MrtRoutesResource {
	private static final String MRT = "application/mrt";

	private final SourceImports imports;

	MrtRoutesResource(SourceImports imports) {
		this.imports = imports;
	}

	/** The largest RIBs of the public collectors have some 500 MiB, packed; a file is never held whole. */
	@PUT
	@Consumes(MRT)
	@LargeBody(mebibytes = 4_096)
	public ReplaceResultDto replaceRouteSourceMrt(
			@RestPath String source,
			@RestQuery String vrf,
			@RestQuery String dryRun,
			@RestQuery String differences,
			@RestQuery String allowPartial,
			@RestQuery String peer,
			@RestQuery List<String> nextHop,
			@RestQuery List<String> map,
			@RestHeader(HttpHeaders.IF_MATCH) String ifMatch,
			@RestHeader(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch,
			@Context HttpHeaders headers,
			InputStream body)
			throws IOException {
		ImportRequest request = imports.request(
				source, vrf, dryRun, differences, ImportFormat.MRT, new Guard(ifMatch, ifNoneMatch), headers);
		MrtRoutes.Choice choice = new MrtRoutes.Choice(
				request.vrf(),
				Parameters.optionalAddress("peer", peer),
				nexthops(nextHop, map),
				Parameters.bool("allowPartial", allowPartial, false));
		return imports.run(request, body, (watched, progress) -> gather(watched, choice, progress));
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

	private static Gathered gather(InputStream body, MrtRoutes.Choice choice, ReadProgress progress)
			throws IOException {
		try (InputStream unpacked = Unpacked.of(body)) {
			MrtRoutes file = MrtRoutes.read(unpacked, choice, progress);
			ReadingNotes notes = new ReadingNotes(
					file.rejected(),
					file.findings().stream().map(MrtRoutesResource::rejected).toList(),
					Optional.of(file.records()),
					file.skipped(),
					file.cut().map(MrtRoutesResource::rejected));
			return new Gathered(file.routes(), notes);
		}
	}

	private static ReadingNotes.Rejected rejected(Finding finding) {
		return new ReadingNotes.Rejected(finding.record(), Optional.of(finding.offset()), finding.text());
	}
}
