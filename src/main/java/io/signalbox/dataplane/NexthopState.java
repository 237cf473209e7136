package io.signalbox.dataplane;

import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.Optional;

/**
 * {@code struct sbx_nexthop_state}.
 *
 * @param packets of a group: the sum of its members'
 * @param members of a group, else 0
 */
public record NexthopState(
		int id,
		NexthopType type,
		int interfaceId,
		Optional<IpAddress> address,
		Optional<MacAddress> mac,
		NeighborStatus neighbor,
		long packets,
		long bytes,
		int members,
		int usableMembers) {}
