package io.signalbox.rest.dto;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** {@code RouteSource} of openapi.yaml. */
public record RouteSourceDto(String source, int distance, long routesIpv4, long routesIpv6) {
	/** {@code RouteSourceList}. */
	public record Many(List<RouteSourceDto> sources) {}

	/** {@code RouteSourceChange}. */
	public record Change(@JsonProperty(required = true) int distance) {}
}
