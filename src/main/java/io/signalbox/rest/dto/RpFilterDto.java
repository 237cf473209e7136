package io.signalbox.rest.dto;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.signalbox.dataplane.RpFilter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code RpFilter} of openapi.yaml. */
public record RpFilterDto(
		@JsonProperty("default") RpFilter byDefault,
		boolean defaultRouteCounts,
		Map<String, RpFilter> interfaces,
		List<State> state) {

	/** {@code RpFilterState}. */
	public record State(
			@JsonProperty("interface") String interfaceName,
			Optional<RpFilter> configured,
			RpFilter effective,
			long packets,
			Map<String, Long> drops) {}

	/** {@code RpFilterChange}; an interface's null stands for none of its own. */
	public record Change(
			@JsonProperty("default") Optional<RpFilter> byDefault,
			Optional<Boolean> defaultRouteCounts,
			@JsonSetter(contentNulls = Nulls.SET) Optional<Map<String, RpFilter>> interfaces) {}
}
