package io.signalbox.dataplane;

import io.signalbox.net.IpAddress;
import java.util.Optional;

/** {@code struct sbx_nexthop}. Type {@code NONE} deletes the id. */
public record NexthopSpec(int id, NexthopType type, int interfaceId, Optional<IpAddress> address) {
	public static NexthopSpec delete(int id) {
		return new NexthopSpec(id, NexthopType.NONE, 0, Optional.empty());
	}
}
