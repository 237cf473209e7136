package io.signalbox.dataplane;

import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.Optional;
import java.util.OptionalInt;

/** {@code struct sbx_verdict}: what the data plane would do with a packet. */
public record Verdict(
		Outcome outcome,
		Optional<String> dropReason,
		OptionalInt matchedLength,
		int nexthop,
		NexthopType type,
		int interfaceId,
		int mtu,
		Optional<IpAddress> address,
		Optional<MacAddress> mac,
		NeighborStatus neighbor) {

	/** {@code enum sbx_outcome}. */
	public enum Outcome {
		FORWARD,
		LOCAL,
		RESOLVE,
		DROP
	}
}
