package io.signalbox.dataplane;

import io.signalbox.dataplane.Verdict.SourceCheck;
import io.signalbox.net.IpAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** What a fake box would do with a packet. */
record FakeLookup(
		FakeFib fib,
		FakeNexthops nexthops,
		FakeInterfaces interfaces,
		Map<String, NeighborState> neighbors,
		boolean defaultRouteCounts) {

	Verdict verdict(Query query) {
		FakeUrpf urpf = urpf(query);
		OptionalInt length = fib.matchedLength(query.destination());
		int id = fib.lookup(query.destination());
		NexthopSpec nexthop = nexthop(id);
		if (urpf.dropReason().isPresent()) {
			return FakeVerdict.drop(urpf.dropReason().get(), length, id, nexthop.type(), urpf.check());
		}
		return nexthop.type() == NexthopType.GROUP
				? FakeVerdict.ofGroup(id, verdict(query, member(nexthop, query), length, urpf.check()))
				: verdict(query, nexthop, length, urpf.check());
	}

	private NexthopSpec nexthop(int id) {
		return nexthops.find(id).orElse(NexthopSpec.delete(id));
	}

	private Verdict verdict(Query query, NexthopSpec nexthop, OptionalInt length, SourceCheck source) {
		NexthopType type = nexthop.type();
		return switch (type) {
			case NONE -> FakeVerdict.drop("no_route", length, nexthop.id(), type, source);
			case BLACKHOLE, UNREACHABLE, PROHIBIT ->
					FakeVerdict.drop(type.name().toLowerCase(Locale.ROOT), length, nexthop.id(), type, source);
			case LOCAL -> FakeVerdict.local(length, nexthop.id(), source);
			case UNICAST, CONNECTED -> forward(query, nexthop, length, source);
			case GROUP -> throw new IllegalStateException("a group in a group");
		};
	}

	/** By weight among those that are usable, or among all where none is. */
	private NexthopSpec member(NexthopSpec group, Query query) {
		List<NexthopMember> usable = group.members().stream().filter(member -> usable(member.id())).toList();
		List<NexthopMember> members = usable.isEmpty() ? group.members() : usable;
		int total = members.stream().mapToInt(NexthopMember::weight).sum();
		int at = Math.floorMod(Objects.hash(query.source(), query.destination(), query.protocol(), query.sourcePort(),
				query.destinationPort()), total);
		for (NexthopMember member : members) {
			at -= member.weight();
			if (at < 0) {
				return nexthop(member.id());
			}
		}
		throw new IllegalStateException("a group without members");
	}

	boolean usable(int id) {
		NexthopSpec nexthop = nexthop(id);
		return switch (nexthop.type()) {
			case NONE, GROUP -> false;
			case LOCAL, BLACKHOLE, UNREACHABLE, PROHIBIT -> true;
			case UNICAST, CONNECTED -> out(nexthop).isPresent() && nexthop.address()
					.flatMap(address -> neighbor(nexthop.interfaceId(), address))
					.filter(neighbor -> neighbor.status() == NeighborStatus.FAILED)
					.isEmpty();
		};
	}

	private Optional<InterfaceState> out(NexthopSpec nexthop) {
		return interfaces.find(nexthop.interfaceId()).filter(InterfaceState::adminUp).filter(InterfaceState::linkUp);
	}

	private Optional<NeighborState> neighbor(int interfaceId, IpAddress address) {
		return Optional.ofNullable(neighbors.get(interfaceId + " " + address));
	}

	private FakeUrpf urpf(Query query) {
		Optional<InterfaceState> in = interfaces.find(query.interfaceId());
		RpFilter mode = in.map(InterfaceState::rpFilter).orElse(RpFilter.OFF);
		return mode == RpFilter.OFF || query.source().isEmpty()
				? FakeUrpf.unchecked(mode)
				: FakeUrpf.of(query.source().get(), in.orElseThrow(), fib, nexthops, defaultRouteCounts);
	}

	private Verdict forward(Query query, NexthopSpec nexthop, OptionalInt length, SourceCheck source) {
		IpAddress address = nexthop.address().orElse(query.destination());
		return out(nexthop)
				.map(out -> FakeVerdict.forward(nexthop, out, address, neighbor(out.id(), address), length, source))
				.orElseGet(() -> FakeVerdict.drop("interface_down", length, nexthop.id(), nexthop.type(), source));
	}
}
