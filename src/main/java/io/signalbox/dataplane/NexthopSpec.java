package io.signalbox.dataplane;

import io.signalbox.net.IpAddress;
import java.util.List;
import java.util.Optional;

/**
 * {@code struct sbx_nexthop}. Type {@code NONE} deletes the id.
 *
 * @param members of a group; empty for every other type
 */
public record NexthopSpec(
		int id, NexthopType type, int interfaceId, Optional<IpAddress> address, List<NexthopMember> members) {
	public NexthopSpec {
		members = List.copyOf(members);
	}

	public NexthopSpec(int id, NexthopType type, int interfaceId, Optional<IpAddress> address) {
		this(id, type, interfaceId, address, List.of());
	}

	public static NexthopSpec group(int id, List<NexthopMember> members) {
		return new NexthopSpec(id, NexthopType.GROUP, 0, Optional.empty(), members);
	}

	public static NexthopSpec delete(int id) {
		return new NexthopSpec(id, NexthopType.NONE, 0, Optional.empty());
	}
}
