package io.signalbox.rest;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.dataplane.NexthopState;
import io.signalbox.dataplane.NexthopType;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.rest.dto.NexthopDto;
import io.signalbox.rib.NexthopUse;
import io.signalbox.rib.Rib;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /nexthops}: what routes point to, and what becomes of it in the data plane. */
@Path("/api/v1/nexthops")
@Produces(MediaType.APPLICATION_JSON)
public class NexthopsResource {
	private static final int MAX_PAGE = 10_000;
	private static final int DEFAULT_PAGE = 1_000;
	private static final int MAX_ID = 0xffffff;

	private final Rib rib;
	private final Dataplane dataplane;
	private final Interfaces interfaces;

	public NexthopsResource(Rib rib, Dataplane dataplane, Interfaces interfaces) {
		this.rib = rib;
		this.dataplane = dataplane;
		this.interfaces = interfaces;
	}

	@GET
	public NexthopDto.Page listNexthops(@RestQuery String limit, @RestQuery String after) {
		int most = Parameters.integer("limit", limit, 1, MAX_PAGE, DEFAULT_PAGE);
		List<NexthopUse> page = Await.result(
				rib.nexthops(Parameters.integer("after", after, 0, MAX_ID, 0), most));
		return new NexthopDto.Page(
				dtos(page), page.size() < most ? Optional.empty() : Optional.of(page.getLast().id()));
	}

	@GET
	@Path("{id}")
	public NexthopDto getNexthop(@RestPath String id) {
		int wanted = Parameters.integer("id", id, 1, MAX_ID);
		List<NexthopUse> found = Await.result(rib.nexthops(wanted - 1, 1));
		if (found.isEmpty() || found.getFirst().id() != wanted) {
			throw ProblemException.notFound("There is no nexthop " + wanted);
		}
		return dtos(found).getFirst();
	}

	private List<NexthopDto> dtos(List<NexthopUse> uses) {
		int[] ids = uses.stream()
				.filter(use -> use.resolved().isPresent())
				.mapToInt(NexthopUse::id)
				.toArray();
		Map<Integer, NexthopState> states = describe(ids);
		Map<Integer, String> names = interfaces.names();
		return uses.stream()
				.map(use -> dto(use, Optional.ofNullable(states.get(use.id())), names))
				.toList();
	}

	/** One may be freed between the RIB's answer and this: then each is asked for alone. */
	private Map<Integer, NexthopState> describe(int[] ids) {
		Map<Integer, NexthopState> states = new HashMap<>();
		try {
			dataplane.describeNexthops(ids).forEach(state -> states.put(state.id(), state));
		} catch (DataplaneException gone) {
			if (gone.reason() != DataplaneException.Reason.NOT_FOUND) {
				throw gone;
			}
			for (int at = 0; at < ids.length && ids.length > 1; at++) {
				states.putAll(describe(new int[] {ids[at]}));
			}
		}
		return states;
	}

	private NexthopDto dto(NexthopUse use, Optional<NexthopState> state, Map<Integer, String> names) {
		return new NexthopDto(
				use.id(),
				RouteDtos.nextHops(use.nexthop()),
				use.routes(),
				state.map(NexthopState::type).map(Words::of),
				state.map(NexthopState::interfaceId).map(names::get),
				state.flatMap(NexthopState::address),
				state.flatMap(NexthopState::mac),
				state.map(NexthopState::neighbor).filter(status -> status != NeighborStatus.NONE).map(Words::of),
				state.filter(of -> of.type() == NexthopType.GROUP).map(this::members).orElse(List.of()),
				use.reason(),
				state.map(NexthopState::packets).orElse(0L),
				state.map(NexthopState::bytes).orElse(0L));
	}

	private List<NexthopDto.Member> members(NexthopState group) {
		return dataplane.nexthopMembers(group.id()).stream()
				.map(of -> new NexthopDto.Member(of.id(), of.weight(), of.usable(), of.buckets()))
				.toList();
	}
}
