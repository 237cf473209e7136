package io.signalbox.rest.dto;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Prefix;
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
		Optional<String> type,
		@JsonProperty("interface") Optional<String> interfaceName,
		Optional<IpAddress> address,
		Optional<MacAddress> mac,
		Optional<String> neighborState,
		Optional<Integer> mtu) {}
