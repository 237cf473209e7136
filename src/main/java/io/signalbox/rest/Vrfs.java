package io.signalbox.rest;

import io.signalbox.net.Shown;
import io.signalbox.rib.Rib;
import io.signalbox.rib.VrfUse;
import io.signalbox.route.RouteChanges;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The RIB's VRFs for resources: by the parameter {@code vrf}, and by the data plane's number. */
@ApplicationScoped
class Vrfs {
	private final Rib rib;

	Vrfs(Rib rib) {
		this.rib = rib;
	}

	/** By name. */
	List<VrfUse> list() {
		return Await.result(rib.vrfs()).stream()
				.sorted(Comparator.comparing(VrfUse::name))
				.toList();
	}

	Optional<VrfUse> find(String name) {
		return list().stream().filter(vrf -> vrf.name().equals(name)).findFirst();
	}

	/** Of the parameter {@code vrf}, null for the default one; a problem where there is none of that name. */
	VrfUse require(String parameter) {
		String name = parameter == null ? RouteChanges.DEFAULT_VRF : parameter;
		List<VrfUse> all = list();
		return all.stream()
				.filter(vrf -> vrf.name().equals(name))
				.findFirst()
				.orElseThrow(() -> ProblemException.notFound("There is no VRF " + Shown.quoted(name) + ". There are: "
								+ all.stream().map(VrfUse::name).collect(Collectors.joining(", ")))
						.atParameter("vrf"));
	}

	/** Names by the data plane's numbers. */
	Map<Integer, String> names() {
		return list().stream().collect(Collectors.toMap(VrfUse::number, VrfUse::name));
	}
}
