package io.signalbox.rest;

import io.signalbox.dataplane.Counters;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.dataplane.NexthopType;
import io.signalbox.dataplane.Query;
import io.signalbox.dataplane.Verdict;
import io.signalbox.interfaces.Interface;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rest.dto.VerdictDto;
import io.signalbox.rest.dto.VerdictDto.SourceVerdict;
import io.signalbox.rib.PrefixRoutes;
import io.signalbox.rib.Rib;
import io.signalbox.rib.VrfUse;
import io.signalbox.stats.StatisticsReader;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /lookup}: what the data plane would do with a packet, and whose route that is. */
@Path("/api/v1/lookup")
@Produces(MediaType.APPLICATION_JSON)
public class LookupResource {
	private final Dataplane dataplane;
	private final Interfaces interfaces;
	private final Rib rib;
	private final Vrfs vrfs;

	LookupResource(Dataplane dataplane, Interfaces interfaces, Rib rib, Vrfs vrfs) {
		this.dataplane = dataplane;
		this.interfaces = interfaces;
		this.rib = rib;
		this.vrfs = vrfs;
	}

	@GET
	public VerdictDto lookup(
			@RestQuery String destination,
			@RestQuery String source,
			@RestQuery("interface") String interfaceName,
			@RestQuery String vrf,
			@RestQuery String protocol,
			@RestQuery String sourcePort,
			@RestQuery String destinationPort) {
		if (destination == null) {
			throw ProblemException.parameter("destination", "The query parameter 'destination' is missing");
		}
		IpAddress to = Parameters.address("destination", destination);
		Optional<IpAddress> from = Parameters.optionalAddress("source", source);
		if (from.filter(address -> address.family() != to.family()).isPresent()) {
			throw ProblemException.parameter("source", source + " is not of the same family as " + destination);
		}
		Optional<Interface> in = Optional.ofNullable(interfaceName)
				.map(name -> Named.require(interfaces, name, unknown -> unknown.atParameter("interface")));
		VrfUse where = vrf(vrf, in);
		Query query = new Query(where.number(), in.map(Interface::id).orElse(0), from, to,
				Parameters.integer("protocol", protocol, 0, 255, 0),
				Parameters.integer("sourcePort", sourcePort, 0, 65_535, 0),
				Parameters.integer("destinationPort", destinationPort, 0, 65_535, 0));
		return dto(where.name(), query, dataplane.lookup(query));
	}

	/** The interface's own, where one is said. */
	private VrfUse vrf(String said, Optional<Interface> in) {
		Optional<String> own = in.map(each -> each.config().vrf());
		VrfUse vrf = vrfs.require(said == null ? own.orElse(null) : said);
		if (own.isPresent() && !own.get().equals(vrf.name())) {
			throw ProblemException.parameter("vrf", "interface " + in.get().name() + " is in VRF " + own.get());
		}
		return vrf;
	}

	private VerdictDto dto(String vrf, Query query, Verdict verdict) {
		IpAddress destination = query.destination();
		Optional<String> help = verdict.dropReason().flatMap(this::help);
		Optional<Prefix> matched = verdict.matchedLength().isEmpty()
				? Optional.empty()
				: Optional.of(Prefix.covering(destination, verdict.matchedLength().getAsInt()));
		return new VerdictDto(
				destination,
				vrf,
				Words.of(verdict.outcome()),
				verdict.dropReason(),
				help,
				matched,
				matched.flatMap(prefix -> Await.result(rib.find(vrf, prefix)))
						.flatMap(PrefixRoutes::active)
						.map(active -> active.route().source().name()),
				Optional.of(verdict.nexthop()).filter(id -> id != 0),
				Optional.of(verdict.group()).filter(id -> id != 0),
				Optional.of(verdict.type()).filter(type -> type != NexthopType.NONE).map(Words::of),
				Optional.ofNullable(interfaces.names().get(verdict.interfaceId())),
				verdict.address(),
				verdict.mac(),
				Optional.of(verdict.neighbor()).filter(status -> status != NeighborStatus.NONE).map(Words::of),
				Optional.of(verdict.mtu()).filter(mtu -> mtu != 0),
				query.interfaceId() == 0 ? Optional.empty() : Optional.of(sourceVerdict(query, verdict, help)),
				cachedOn(verdict));
	}

	private SourceVerdict sourceVerdict(Query query, Verdict verdict, Optional<String> help) {
		Optional<String> reachedBy = Optional.ofNullable(interfaces.names().get(verdict.source().interfaceId()));
		return SourceVerdicts.of(query, verdict, reachedBy, help);
	}

	private List<String> cachedOn(Verdict verdict) {
		int workers = dataplane.counters().workers();
		return verdict.cachedOn().stream().map(worker -> StatisticsReader.coreName(worker, workers)).toList();
	}

	private Optional<String> help(String reason) {
		return dataplane.counters().dropReasons().stream()
				.filter(known -> known.name().equals(reason))
				.map(Counters.Description::help)
				.findFirst();
	}
}
