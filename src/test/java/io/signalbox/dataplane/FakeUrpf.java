package io.signalbox.dataplane;

import io.signalbox.dataplane.Verdict.SourceCheck;
import io.signalbox.net.IpAddress;
import java.util.Optional;
import java.util.OptionalInt;

/** What uRPF says of one source, by the rules as they are written, for a nexthop of one interface. */
record FakeUrpf(SourceCheck check, Optional<String> dropReason) {
	static FakeUrpf unchecked(RpFilter mode) {
		return new FakeUrpf(new SourceCheck(mode, false, OptionalInt.empty(), 0, 0), Optional.empty());
	}

	static FakeUrpf of(
			IpAddress source,
			InterfaceState in,
			FakeFib fib,
			FakeNexthops nexthops,
			boolean defaultRouteCounts) {
		OptionalInt length = fib.matchedLength(source);
		NexthopSpec nexthop = nexthops.find(fib.lookup(source)).orElse(null);
		SourceCheck check = new SourceCheck(in.rpFilter(), true, length, nexthop == null ? 0 : nexthop.id(),
				nexthop == null ? 0 : nexthop.interfaceId());
		return new FakeUrpf(check, reason(check, nexthop, in, defaultRouteCounts));
	}

	private static Optional<String> reason(
			SourceCheck check, NexthopSpec nexthop, InterfaceState in, boolean defaultRouteCounts) {
		if (nexthop == null) {
			return Optional.of("urpf_no_route");
		}
		if (nexthop.type() == NexthopType.LOCAL) {
			return Optional.of("urpf_local");
		}
		if (nexthop.interfaceId() == 0) {
			return Optional.of("urpf_blackhole");
		}
		if (check.matchedLength().equals(OptionalInt.of(0)) && !defaultRouteCounts) {
			return Optional.of("urpf_default");
		}
		boolean elsewhere = in.rpFilter() == RpFilter.STRICT && nexthop.interfaceId() != in.id();
		return elsewhere ? Optional.of("urpf_interface") : Optional.empty();
	}
}
