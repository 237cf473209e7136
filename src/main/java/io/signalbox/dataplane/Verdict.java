package io.signalbox.dataplane;

import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code struct sbx_verdict}: what the data plane would do with a packet.
 *
 * @param nexthop where it goes; of a group: the member that this flow takes
 * @param group that the route names, 0 = it names the nexthop itself
 * @param cachedOn workers whose route cache holds the answer
 */
public record Verdict(
		Outcome outcome,
		Optional<String> dropReason,
		OptionalInt matchedLength,
		int nexthop,
		int group,
		NexthopType type,
		int interfaceId,
		int mtu,
		Optional<IpAddress> address,
		Optional<MacAddress> mac,
		NeighborStatus neighbor,
		SourceCheck source,
		List<Integer> cachedOn) {
	public Verdict {
		cachedOn = List.copyOf(cachedOn);
	}

	/**
	 * What uRPF found out about the source.
	 *
	 * @param mode of the interface that the packet comes in by
	 * @param checked false when the source was not looked up; what follows is then empty
	 * @param interfaceId the one interface that the source is reached by, 0 = none or several
	 */
	public record SourceCheck(RpFilter mode, boolean checked, OptionalInt matchedLength, int nexthop, int interfaceId) {}

	/** {@code enum sbx_outcome}. */
	public enum Outcome {
		FORWARD,
		LOCAL,
		RESOLVE,
		DROP
	}
}
