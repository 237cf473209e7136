package io.signalbox.rest;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.dataplane.NexthopState;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.rest.dto.NexthopDto;
import io.signalbox.rib.NexthopUse;
import io.signalbox.rib.Rib;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /nexthops}: what routes point to in the data plane. */
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
		int[] ids = page.stream()
				.filter(use -> use.resolved().isPresent())
				.mapToInt(NexthopUse::id)
				.toArray();
		Map<Integer, String> names = interfaces.names();
		return new NexthopDto.Page(
				describe(ids).stream().map(state -> dto(state, names)).toList(),
				page.size() < most ? Optional.empty() : Optional.of(page.getLast().id()));
	}

	/** One may be freed between the RIB's answer and this: then each is asked for alone. */
	private List<NexthopState> describe(int[] ids) {
		try {
			return dataplane.describeNexthops(ids);
		} catch (DataplaneException gone) {
			if (gone.reason() != DataplaneException.Reason.NOT_FOUND || ids.length < 1) {
				throw gone;
			}
		}
		List<NexthopState> states = new ArrayList<>();
		for (int at = 0; at < ids.length && ids.length > 1; at++) {
			states.addAll(describe(new int[] {ids[at]}));
		}
		return states;
	}

	private static NexthopDto dto(NexthopState state, Map<Integer, String> names) {
		return new NexthopDto(
				state.id(),
				Words.of(state.type()),
				Optional.ofNullable(names.get(state.interfaceId())),
				state.address(),
				state.mac(),
				Optional.of(state.neighbor()).filter(status -> status != NeighborStatus.NONE).map(Words::of),
				state.packets(),
				state.bytes());
	}
}
