package io.signalbox.rest.dto;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Prefix;
import java.util.List;
import java.util.Optional;

/** {@code Verdict} of openapi.yaml. */
public record VerdictDto(
		IpAddress destination,
		String vrf,
		String outcome,
		Optional<String> dropReason,
		Optional<String> dropHelp,
		Optional<Prefix> matchedPrefix,
		Optional<String> source,
		Optional<Integer> nexthop,
		Optional<Integer> group,
		Optional<String> type,
		@JsonProperty("interface") Optional<String> interfaceName,
		Optional<IpAddress> address,
		Optional<MacAddress> mac,
		Optional<String> neighborState,
		Optional<Integer> mtu,
		Optional<SourceVerdict> rpFilter,
		List<String> cachedOn) {

	/** {@code SourceVerdict}. */
	public record SourceVerdict(
			RpFilter mode,
			String verdict,
			String detail,
			Optional<String> reason,
			Optional<Prefix> matchedPrefix,
			Optional<Integer> nexthop,
			@JsonProperty("interface") Optional<String> interfaceName) {}
}
