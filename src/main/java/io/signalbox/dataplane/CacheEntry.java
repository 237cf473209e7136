package io.signalbox.dataplane;

import io.signalbox.net.IpAddress;
import java.util.Optional;

/**
 * {@code struct sbx_cache_entry}: what the FIB answered once.
 *
 * @param source what it answered for the source, in tables of pairs
 * @param live false when a packet would not use it any more
 */
public record CacheEntry(
		CacheState.Kind kind, int vrf, Match destination, Optional<Match> source, boolean live, int ageSeconds) {

	/** The longest match of an address; nexthop 0 = no route. */
	public record Match(IpAddress address, int nexthop, int length) {}
}
