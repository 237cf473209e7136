package io.signalbox.interfaces;

import io.signalbox.dataplane.RpFilter;
import java.util.Map;
import java.util.Optional;

/**
 * A change to {@link RpFilterSettings}; what is empty stays.
 *
 * @param interfaces own modes by interface; empty to have none, so that the default holds
 */
public record RpFilterChange(
		Optional<RpFilter> byDefault,
		Optional<Boolean> defaultRouteCounts,
		Map<String, Optional<RpFilter>> interfaces) {
	public static final RpFilterChange NOTHING = new RpFilterChange(Optional.empty(), Optional.empty(), Map.of());

	public RpFilterChange {
		interfaces = Map.copyOf(interfaces);
	}
}
