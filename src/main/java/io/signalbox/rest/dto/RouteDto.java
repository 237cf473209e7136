package io.signalbox.rest.dto;

import io.signalbox.net.Prefix;
import java.util.List;
import java.util.Optional;

/** {@code Route} of openapi.yaml. */
public record RouteDto(
		Prefix destinationPrefix,
		String source,
		String type,
		List<NextHopDto> nextHops,
		int preference,
		long metric,
		boolean active,
		Optional<String> inactiveReason,
		Optional<String> inactiveDetail) {

	/** {@code RoutePage}. */
	public record Page(List<RouteDto> routes, Optional<String> next) {}

	/** {@code Candidates}. */
	public record Candidates(Prefix destinationPrefix, String vrf, List<RouteDto> routes) {}
}
