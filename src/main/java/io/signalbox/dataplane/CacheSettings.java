package io.signalbox.dataplane;

/**
 * {@code struct sbx_cache_settings}; ranges are written there.
 *
 * @param entries of each table of each core
 * @param insertProbability above 0, at most 1; kept in steps of 1/65,536
 * @param bypassBelowHitRate 0 to 1; kept in steps of 0.001
 */
public record CacheSettings(
		CacheMode mode,
		int entries,
		int ways,
		int maxAgeSeconds,
		double insertProbability,
		double bypassBelowHitRate) {}
