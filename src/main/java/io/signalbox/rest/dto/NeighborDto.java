package io.signalbox.rest.dto;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.List;
import java.util.Optional;

/** {@code Neighbor} of openapi.yaml. */
public record NeighborDto(
		@JsonProperty("interface") String interfaceName,
		IpAddress address,
		Optional<MacAddress> mac,
		String state,
		Optional<Boolean> ofKernel,
		int heldPackets,
		double ageSeconds) {

	/** {@code NeighborList}. */
	public record Many(List<NeighborDto> neighbors) {}

	/** {@code StaticNeighbor}. */
	public record Static(@JsonProperty(required = true) MacAddress mac) {}
}
