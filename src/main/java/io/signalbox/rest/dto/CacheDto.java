package io.signalbox.rest.dto;

import io.signalbox.dataplane.CacheMode;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** {@code Cache} of openapi.yaml. */
public record CacheDto(
		CacheMode mode,
		int entriesPerCore,
		int ways,
		int maxAgeSeconds,
		double insertProbability,
		double bypassBelowHitRate,
		List<Core> cores) {

	/** {@code CacheCore}. */
	public record Core(String core, long bytes, Map<String, Long> counters, List<Table> tables) {}

	/** {@code CacheTable}. */
	public record Table(
			String family,
			String kind,
			boolean inUse,
			String reason,
			String detail,
			OptionalDouble cyclesWith,
			OptionalDouble cyclesWithout,
			OptionalDouble hitRate,
			long samples,
			long filled,
			long bytes) {}

	/** {@code CacheEntryList}. */
	public record Entries(List<Entry> entries) {}

	/** {@code CacheEntry}. */
	public record Entry(
			String core,
			String family,
			String kind,
			String vrf,
			IpAddress destination,
			Optional<Prefix> matchedPrefix,
			Optional<Integer> nexthop,
			Optional<IpAddress> source,
			Optional<Prefix> sourcePrefix,
			Optional<Integer> sourceNexthop,
			boolean live,
			int ageSeconds) {}
}
