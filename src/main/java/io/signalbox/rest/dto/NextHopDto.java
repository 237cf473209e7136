package io.signalbox.rest.dto;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.signalbox.net.IpAddress;
import java.util.Optional;

/** {@code NextHop} of openapi.yaml. */
public record NextHopDto(
		Optional<IpAddress> address, @JsonProperty("interface") Optional<String> interfaceName, int weight,
		Optional<String> vrf, Optional<Boolean> onLink) {}
