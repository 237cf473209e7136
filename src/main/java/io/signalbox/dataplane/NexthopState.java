package io.signalbox.dataplane;

import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.Optional;

/** {@code struct sbx_nexthop_state}. */
public record NexthopState(
		int id,
		NexthopType type,
		int interfaceId,
		Optional<IpAddress> address,
		Optional<MacAddress> mac,
		NeighborStatus neighbor,
		long packets,
		long bytes) {}
