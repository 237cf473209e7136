package io.signalbox.rest.dto;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.InterfaceAddress;
import java.util.List;
import java.util.Optional;

/** {@code NewInterface} of openapi.yaml. */
public record NewInterface(
		@JsonProperty(required = true) String name,
		@JsonProperty(required = true) String device,
		Optional<List<InterfaceAddress>> addresses,
		Optional<Integer> mtu,
		Optional<Boolean> adminUp,
		Optional<String> vrf,
		Optional<RpFilter> rpFilter) {}
