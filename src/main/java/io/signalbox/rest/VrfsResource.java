package io.signalbox.rest;

import io.signalbox.net.Name;
import io.signalbox.net.Shown;
import io.signalbox.rest.dto.VrfDto;
import io.signalbox.rib.VrfUse;
import io.signalbox.store.StoredVrfs;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestHeader;
import org.jboss.resteasy.reactive.RestPath;

/** {@code /vrfs}: tables of their own. */
@Path("/api/v1/vrfs")
@Produces(MediaType.APPLICATION_JSON)
public class VrfsResource {
	private final StoredVrfs stored;
	private final Vrfs vrfs;

	VrfsResource(StoredVrfs stored, Vrfs vrfs) {
		this.stored = stored;
		this.vrfs = vrfs;
	}

	@GET
	public VrfDto.Many listVrfs() {
		return new VrfDto.Many(vrfs.list().stream().map(VrfsResource::dto).toList());
	}

	@GET
	@Path("{vrf}")
	public Response getVrf(@RestPath String vrf) {
		return answer(Response.Status.OK, find(vrf));
	}

	@PUT
	@Path("{vrf}")
	public Response putVrf(@RestPath String vrf, @RestHeader(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch) {
		if (!Name.isValid(vrf)) {
			throw ProblemException.parameter("vrf", Shown.quoted(vrf) + " is not a VRF's name: " + Name.RULE);
		}
		new Guard(null, ifNoneMatch).check(vrfs.find(vrf).map(VrfsResource::etag));
		boolean isNew = stored.add(vrf);
		return answer(isNew ? Response.Status.CREATED : Response.Status.OK, find(vrf));
	}

	@DELETE
	@Path("{vrf}")
	public void deleteVrf(@RestPath String vrf, @RestHeader(HttpHeaders.IF_MATCH) String ifMatch) {
		new Guard(ifMatch, null).check(Optional.of(etag(find(vrf))));
		stored.remove(vrf);
	}

	private VrfUse find(String name) {
		return vrfs.find(name).orElseThrow(() -> ProblemException.notFound("There is no VRF " + Shown.quoted(name)));
	}

	/** A VRF has no configuration but its name. */
	private static String etag(VrfUse vrf) {
		return Etag.of(vrf.name());
	}

	private static Response answer(Response.Status status, VrfUse vrf) {
		return Response.status(status)
				.header(HttpHeaders.ETAG, etag(vrf))
				.entity(dto(vrf))
				.build();
	}

	private static VrfDto dto(VrfUse vrf) {
		return new VrfDto(vrf.name(), vrf.number(), vrf.interfaces(), vrf.ipv4Prefixes(), vrf.ipv6Prefixes());
	}
}
