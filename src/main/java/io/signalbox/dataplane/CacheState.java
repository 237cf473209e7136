package io.signalbox.dataplane;

import io.signalbox.net.Family;
import java.util.OptionalDouble;

/**
 * {@code struct sbx_cache_state}: one table of one core's route cache.
 *
 * @param cyclesWith a packet, in the last sample that went through the table
 * @param cyclesWithout a packet, in the last sample that went around it
 * @param hitRate in the last sample
 * @param filled entries, live or not
 */
public record CacheState(
		int worker,
		Family family,
		Kind kind,
		boolean inUse,
		CacheReason reason,
		OptionalDouble cyclesWith,
		OptionalDouble cyclesWithout,
		double hitRate,
		long samples,
		long filled,
		long bytes) {

	/** What a table's entries are found by, besides the VRF; in the order of the struct's numbers. */
	public enum Kind {
		/** The destination. */
		ROUTE,
		/** Destination and source: for packets whose interface has rp_filter on. */
		PAIR
	}
}
