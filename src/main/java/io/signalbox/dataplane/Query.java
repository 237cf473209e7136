package io.signalbox.dataplane;

import io.signalbox.net.IpAddress;
import java.util.Optional;

/** {@code struct sbx_query}; {@code interfaceId} 0 = not said. */
public record Query(int vrf, int interfaceId, Optional<IpAddress> source, IpAddress destination) {}
