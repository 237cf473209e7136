package io.signalbox.rest;

import io.signalbox.dataplane.NeighborState;
import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.neighbors.Neighbor;
import io.signalbox.neighbors.Neighbors;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Shown;
import io.signalbox.rest.dto.NeighborDto;
import io.signalbox.store.StoredNeighbors;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /neighbors}: which MAC address an IP address has. */
@Path("/api/v1/neighbors")
@Produces(MediaType.APPLICATION_JSON)
public class NeighborsResource {
	private static final double MILLIS = 1000;

	private final Neighbors neighbors;
	private final StoredNeighbors stored;
	private final Interfaces interfaces;

	public NeighborsResource(Neighbors neighbors, StoredNeighbors stored, Interfaces interfaces) {
		this.neighbors = neighbors;
		this.stored = stored;
		this.interfaces = interfaces;
	}

	@GET
	public NeighborDto.Many listNeighbors(@RestQuery("interface") String interfaceName) {
		if (interfaceName != null) {
			Named.require(interfaces, interfaceName, unknown -> unknown.atParameter("interface"));
		}
		List<NeighborDto> found = neighbors.list().stream()
				.filter(neighbor -> interfaceName == null || neighbor.interfaceName().equals(interfaceName))
				.map(NeighborsResource::dto)
				.toList();
		return new NeighborDto.Many(found);
	}

	@GET
	@Path("{interface}/{address}")
	public Response getNeighbor(@RestPath("interface") String interfaceName, @RestPath String address) {
		IpAddress parsed = Parameters.address("address", address);
		Neighbor found = neighbors
				.find(interfaceName, parsed)
				.orElseThrow(() -> ProblemException.notFound(
						"There is no neighbor " + parsed + " on interface " + Shown.quoted(interfaceName)));
		return answer(Response.Status.OK, found);
	}

	@PUT
	@Path("{interface}/{address}")
	@Consumes(MediaType.APPLICATION_JSON)
	public Response setNeighbor(
			@RestPath("interface") String interfaceName,
			@RestPath String address,
			@RestHeader(HttpHeaders.IF_MATCH) String ifMatch,
			@RestHeader(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch,
			NeighborDto.Static body) {
		IpAddress parsed = Parameters.address("address", address);
		MacAddress mac = Body.required(body).mac();
		Guard guard = new Guard(ifMatch, ifNoneMatch);
		AtomicBoolean isNew = new AtomicBoolean();
		Neighbor now = stored.set(interfaceName, parsed, mac, before -> {
			guard.check(before.map(NeighborsResource::etag));
			isNew.set(before.isEmpty());
		});
		return answer(isNew.get() ? Response.Status.CREATED : Response.Status.OK, now);
	}

	@DELETE
	@Path("{interface}/{address}")
	public void deleteNeighbor(
			@RestPath("interface") String interfaceName,
			@RestPath String address,
			@RestHeader(HttpHeaders.IF_MATCH) String ifMatch) {
		IpAddress parsed = Parameters.address("address", address);
		Guard guard = new Guard(ifMatch, null);
		stored.delete(interfaceName, parsed, before -> guard.check(before.map(NeighborsResource::etag)));
	}

	private static Response answer(Response.Status status, Neighbor neighbor) {
		return Response.status(status)
				.header(HttpHeaders.ETAG, etag(neighbor))
				.entity(dto(neighbor))
				.build();
	}

	/** What of a neighbor is configuration; a learned one's MAC address counts, its age does not. */
	private record Configured(String interfaceName, IpAddress address, Optional<MacAddress> mac, boolean isStatic) {}

	private static String etag(Neighbor neighbor) {
		NeighborState state = neighbor.state();
		return Etag.of(new Configured(
				neighbor.interfaceName(), state.address(), state.mac(), state.status() == NeighborStatus.STATIC));
	}

	private static NeighborDto dto(Neighbor neighbor) {
		NeighborState state = neighbor.state();
		return new NeighborDto(
				neighbor.interfaceName(),
				state.address(),
				state.mac(),
				Words.of(state.status()),
				Optional.of(neighbor.ofKernel()).filter(is -> is),
				state.held(),
				state.ageMillis() / MILLIS);
	}
}
