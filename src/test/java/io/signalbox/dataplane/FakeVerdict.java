package io.signalbox.dataplane;

import io.signalbox.dataplane.Verdict.Outcome;
import io.signalbox.dataplane.Verdict.SourceCheck;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Verdicts of the fake data plane. */
final class FakeVerdict {
	private FakeVerdict() {}

	/** The same, by way of a group. */
	static Verdict ofGroup(int group, Verdict member) {
		return new Verdict(
				member.outcome(), member.dropReason(), member.matchedLength(), member.nexthop(), group, member.type(),
				member.interfaceId(), member.mtu(), member.address(), member.mac(), member.neighbor(), member.source(),
				member.cachedOn());
	}

	static Verdict drop(String reason, OptionalInt length, int nexthop, NexthopType type, SourceCheck source) {
		return new Verdict(
				Outcome.DROP, Optional.of(reason), length, nexthop, 0, type, 0, 0, Optional.empty(), Optional.empty(),
				NeighborStatus.NONE, source, List.of());
	}

	static Verdict local(OptionalInt length, int nexthop, SourceCheck source) {
		return new Verdict(
				Outcome.LOCAL, Optional.empty(), length, nexthop, 0, NexthopType.LOCAL, 0, 0, Optional.empty(),
				Optional.empty(), NeighborStatus.NONE, source, List.of());
	}

	static Verdict forward(
			NexthopSpec nexthop,
			InterfaceState out,
			IpAddress address,
			Optional<NeighborState> neighbor,
			OptionalInt length,
			SourceCheck source) {
		Optional<MacAddress> mac = neighbor.flatMap(NeighborState::mac);
		return new Verdict(
				mac.isPresent() ? Outcome.FORWARD : Outcome.RESOLVE, Optional.empty(), length, nexthop.id(),
				0, nexthop.type(), out.id(), out.mtu(), Optional.of(address), mac,
				neighbor.map(NeighborState::status).orElse(NeighborStatus.NONE), source, List.of(0));
	}
}
