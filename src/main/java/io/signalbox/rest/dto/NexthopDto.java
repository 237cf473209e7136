package io.signalbox.rest.dto;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.List;
import java.util.Optional;

/** {@code Nexthop} of openapi.yaml. */
public record NexthopDto(
		int id,
		List<NextHopDto> nextHops,
		long routes,
		Optional<String> type,
		@JsonProperty("interface") Optional<String> interfaceName,
		Optional<IpAddress> address,
		Optional<MacAddress> mac,
		Optional<String> state,
		List<Member> members,
		Optional<String> detail,
		long packets,
		long bytes) {

	/** {@code NexthopMember}. */
	public record Member(int id, int weight, boolean usable, int buckets) {}

	/** {@code NexthopPage}. */
	public record Page(List<NexthopDto> nexthops, Optional<Integer> next) {}
}
