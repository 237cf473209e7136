package io.signalbox.dataplane;

import io.signalbox.net.IpAddress;
import java.util.Optional;

/**
 * {@code struct sbx_query}; {@code interfaceId} 0 = not said.
 *
 * @param protocol of the packet; with the ports and the addresses it decides which member of a group is taken
 */
public record Query(
		int vrf,
		int interfaceId,
		Optional<IpAddress> source,
		IpAddress destination,
		int protocol,
		int sourcePort,
		int destinationPort) {
	public Query(int vrf, int interfaceId, Optional<IpAddress> source, IpAddress destination) {
		this(vrf, interfaceId, source, destination, 0, 0, 0);
	}
}
