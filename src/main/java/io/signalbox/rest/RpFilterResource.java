package io.signalbox.rest;

import io.signalbox.dataplane.RpFilter;
import io.signalbox.interfaces.Interface;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.interfaces.RpFilterChange;
import io.signalbox.interfaces.RpFilterSettings;
import io.signalbox.rest.dto.RpFilterDto;
import io.signalbox.stats.StatisticsReader;
import io.signalbox.store.StoredInterfaces;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestHeader;

/** {@code /rp-filter}: which source addresses pass, on which interface. */
@Path("/api/v1/rp-filter")
@Produces(MediaType.APPLICATION_JSON)
public class RpFilterResource {
	private static final String REASONS = "urpf_";

	private final Interfaces interfaces;
	private final StoredInterfaces stored;
	private final StatisticsReader statistics;

	public RpFilterResource(Interfaces interfaces, StoredInterfaces stored, StatisticsReader statistics) {
		this.interfaces = interfaces;
		this.stored = stored;
		this.statistics = statistics;
	}

	@GET
	public Response getRpFilter() {
		return answer(interfaces.rpFilter());
	}

	@PATCH
	@Consumes(MediaType.APPLICATION_JSON)
	public Response changeRpFilter(@RestHeader(HttpHeaders.IF_MATCH) String ifMatch, RpFilterDto.Change body) {
		RpFilterChange change = change(Body.required(body));
		if (change.equals(RpFilterChange.NOTHING)) {
			throw ProblemException.member("", "Nothing to change: give default, defaultRouteCounts or interfaces");
		}
		for (String name : change.interfaces().keySet()) {
			Named.require(interfaces, name, unknown -> unknown.at("/interfaces" + JsonProblems.step(name)));
		}
		Guard guard = new Guard(ifMatch, null);
		return answer(stored.changeRpFilter(change, before -> guard.check(Optional.of(Etag.of(before)))));
	}

	private static RpFilterChange change(RpFilterDto.Change wanted) {
		Map<String, Optional<RpFilter>> own = new LinkedHashMap<>();
		wanted.interfaces().orElse(Map.of()).forEach((name, mode) -> own.put(name, Optional.ofNullable(mode)));
		return new RpFilterChange(wanted.byDefault(), wanted.defaultRouteCounts(), own);
	}

	private Response answer(RpFilterSettings settings) {
		RpFilterDto dto = new RpFilterDto(
				settings.byDefault(),
				settings.defaultRouteCounts(),
				settings.interfaces(),
				interfaces.list().stream().map(this::state).toList());
		return Response.ok(dto).header(HttpHeaders.ETAG, Etag.of(settings)).build();
	}

	private RpFilterDto.State state(Interface port) {
		Map<String, Long> drops = new LinkedHashMap<>(statistics.read(port.id(), port.name()).drops());
		drops.keySet().removeIf(reason -> !reason.startsWith(REASONS));
		return new RpFilterDto.State(
				port.name(),
				port.config().rpFilter(),
				port.state().rpFilter(),
				drops.values().stream().mapToLong(Long::longValue).sum(),
				drops);
	}
}
