package io.signalbox.rest;

import io.signalbox.interfaces.Interface;
import io.signalbox.interfaces.InterfaceChange;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Shown;
import io.signalbox.rest.dto.InterfaceChangeDto;
import io.signalbox.rest.dto.InterfaceDto;
import io.signalbox.rest.dto.NewInterface;
import io.signalbox.route.RouteChanges;
import io.signalbox.stats.StatisticsReader;
import io.signalbox.store.StoredInterfaces;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;

/** {@code /interfaces}: ports with addresses. */
@Path("/api/v1/interfaces")
@Produces(MediaType.APPLICATION_JSON)
public class InterfacesResource {
	private static final int DEFAULT_MTU = 1500;

	private final Interfaces interfaces;
	private final StoredInterfaces stored;
	private final StatisticsReader statistics;

	public InterfacesResource(Interfaces interfaces, StoredInterfaces stored, StatisticsReader statistics) {
		this.interfaces = interfaces;
		this.stored = stored;
		this.statistics = statistics;
	}

	@GET
	public InterfaceDto.Many listInterfaces() {
		return new InterfaceDto.Many(interfaces.list().stream().map(this::dto).toList());
	}

	@POST
	@Consumes(MediaType.APPLICATION_JSON)
	public Response addInterface(NewInterface body) {
		NewInterface wanted = Body.required(body);
		Interface added = stored.add(new InterfaceConfig(
				wanted.name(),
				wanted.device(),
				wanted.addresses().orElse(List.of()),
				wanted.mtu().orElse(DEFAULT_MTU),
				wanted.adminUp().orElse(true),
				wanted.vrf().orElse(RouteChanges.DEFAULT_VRF),
				wanted.rpFilter()));
		return Response.fromResponse(answer(Response.Status.CREATED, added))
				.header(HttpHeaders.LOCATION, "/api/v1/interfaces/" + added.name())
				.build();
	}

	@GET
	@Path("{name}")
	public Response getInterface(@RestPath String name) {
		return answer(Response.Status.OK, find(name));
	}

	@PATCH
	@Path("{name}")
	@Consumes(MediaType.APPLICATION_JSON)
	public Response changeInterface(
			@RestPath String name, @RestHeader(HttpHeaders.IF_MATCH) String ifMatch, InterfaceChangeDto body) {
		InterfaceChangeDto wanted = Body.required(body);
		if (wanted.equals(InterfaceChangeDto.NOTHING)) {
			throw ProblemException.member("", "Nothing to change: give addresses, mtu, adminUp or rpFilter");
		}
		InterfaceChange change =
				new InterfaceChange(wanted.addresses(), wanted.mtu(), wanted.adminUp(), wanted.rpFilter());
		return answer(Response.Status.OK, stored.change(name, change, guard(ifMatch)));
	}

	@DELETE
	@Path("{name}")
	public void removeInterface(@RestPath String name, @RestHeader(HttpHeaders.IF_MATCH) String ifMatch) {
		stored.remove(name, guard(ifMatch));
	}

	@PUT
	@Path("{name}/addresses/{address}/{length}")
	public Response addInterfaceAddress(
			@RestPath String name,
			@RestPath String address,
			@RestPath String length,
			@RestHeader(HttpHeaders.IF_MATCH) String ifMatch) {
		InterfaceAddress wanted = address(address, length);
		AtomicBoolean isNew = new AtomicBoolean();
		Consumer<Interface> guard = guard(ifMatch);
		Interface now = stored.addAddress(name, wanted, before -> {
			guard.accept(before);
			isNew.set(!before.config().addresses().contains(wanted));
		});
		return answer(isNew.get() ? Response.Status.CREATED : Response.Status.OK, now);
	}

	@DELETE
	@Path("{name}/addresses/{address}/{length}")
	public void removeInterfaceAddress(
			@RestPath String name,
			@RestPath String address,
			@RestPath String length,
			@RestHeader(HttpHeaders.IF_MATCH) String ifMatch) {
		stored.removeAddress(name, address(address, length), guard(ifMatch));
	}

	private static InterfaceAddress address(String address, String length) {
		IpAddress parsed = Parameters.address("address", address);
		return new InterfaceAddress(parsed, Parameters.length(parsed, length));
	}

	private Interface find(String name) {
		return interfaces
				.find(name)
				.orElseThrow(() -> ProblemException.notFound("There is no interface " + Shown.quoted(name)));
	}

	private static Consumer<Interface> guard(String ifMatch) {
		Guard guard = new Guard(ifMatch, null);
		return before -> guard.check(Optional.of(Etag.of(before.config())));
	}

	private Response answer(Response.Status status, Interface port) {
		return Response.status(status)
				.header(HttpHeaders.ETAG, Etag.of(port.config()))
				.entity(dto(port))
				.build();
	}

	private InterfaceDto dto(Interface port) {
		return InterfaceDtos.of(port, statistics.read(port.id(), port.name()));
	}
}
