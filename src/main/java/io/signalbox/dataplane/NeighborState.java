package io.signalbox.dataplane;

import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.Optional;

/** {@code struct sbx_neighbor}. */
public record NeighborState(
		int interfaceId,
		IpAddress address,
		Optional<MacAddress> mac,
		NeighborStatus status,
		int held,
		long ageMillis) {}
