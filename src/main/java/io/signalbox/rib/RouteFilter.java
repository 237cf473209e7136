package io.signalbox.rib;

import io.signalbox.net.Family;
import io.signalbox.net.Prefix;
import io.signalbox.route.RouteChanges;
import java.util.Optional;

/** Which prefixes of a VRF a listing shows: of a family, with a route of a source, within a prefix (itself included). */
public record RouteFilter(
		String vrf, Optional<Family> family, Optional<String> source, Optional<Prefix> within) {
	/** All of the default VRF. */
	public static final RouteFilter ALL = all(RouteChanges.DEFAULT_VRF);

	/** All of a VRF. */
	public static RouteFilter all(String vrf) {
		return new RouteFilter(vrf, Optional.empty(), Optional.empty(), Optional.empty());
	}

	/** Of the default VRF. */
	public RouteFilter(Optional<Family> family, Optional<String> source, Optional<Prefix> within) {
		this(RouteChanges.DEFAULT_VRF, family, source, within);
	}
}
