package io.signalbox.rest.dto;

import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.MacAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code Interface} of openapi.yaml. */
public record InterfaceDto(
		String name,
		String device,
		List<InterfaceAddress> addresses,
		Optional<List<InterfaceAddress>> kernelAddresses,
		int mtu,
		boolean adminUp,
		String vrf,
		Optional<RpFilter> rpFilter,
		State state,
		Map<String, Long> counters,
		Map<String, Long> drops) {

	/** {@code InterfaceState}. */
	public record State(
			String driver,
			boolean linkUp,
			RpFilter rpFilter,
			Optional<Integer> speedMbps,
			MacAddress mac,
			Ipv6Address linkLocal,
			int rxQueues,
			int txQueues,
			long rxMissed,
			long rxErrors,
			long txErrors) {}

	/** {@code InterfaceList}. */
	public record Many(List<InterfaceDto> interfaces) {}
}
