package io.signalbox.rest.dto;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code Statistics} of openapi.yaml. */
public record StatisticsDto(Instant at, Totals totals, List<Core> cores, List<Port> interfaces) {
	/** {@code Totals}. */
	public record Totals(Map<String, Long> cores, Map<String, Long> interfaces, long drops) {}

	/** {@code CoreStatistics}. */
	public record Core(String core, String role, Optional<Integer> lcore, Map<String, Long> counters) {}

	/** {@code InterfaceStatistics}. */
	public record Port(@JsonProperty("interface") String interfaceName, Map<String, Long> counters, long drops) {}

	/** {@code DropStatistics}. */
	public record Drops(Instant at, long packets, List<Reason> reasons) {}

	/** {@code DropReason}. */
	public record Reason(String reason, String help, long packets, Map<String, Long> interfaces) {}

	/** {@code FibStatistics}. */
	public record Fib(String vrf, List<FibFamily> families) {}

	/** {@code FibFamily}. */
	public record FibFamily(
			String family,
			long generation,
			long routes,
			long routesMax,
			long groups,
			long groupsMax,
			long bytes,
			Map<Integer, Long> byLength) {}
}
