package io.signalbox.rest.dto;

import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.InterfaceAddress;
import java.util.List;
import java.util.Optional;

/** {@code InterfaceChange} of openapi.yaml. */
public record InterfaceChangeDto(
		Optional<List<InterfaceAddress>> addresses,
		Optional<Integer> mtu,
		Optional<Boolean> adminUp,
		Optional<Optional<RpFilter>> rpFilter) {
	/** The empty change. */
	public static final InterfaceChangeDto NOTHING =
			new InterfaceChangeDto(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
