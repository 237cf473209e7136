package io.signalbox.dataplane;

import io.signalbox.dataplane.DataplaneException.Reason;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The nexthops of a fake box, with what is refused there. */
final class FakeNexthops {
	private final Map<Integer, NexthopSpec> byId = new TreeMap<>();
	private boolean deletesRefused;
	private int batches;

	void refuseDeletes(boolean refuse) {
		deletesRefused = refuse;
	}

	int batches() {
		return batches;
	}

	Map<Integer, NexthopSpec> all() {
		return new TreeMap<>(byId);
	}

	Optional<NexthopSpec> find(int id) {
		return Optional.ofNullable(byId.get(id));
	}

	void clear() {
		byId.clear();
	}

	void apply(List<NexthopSpec> given, int idsBelow, FakeInterfaces interfaces) {
		Set<Integer> there = new HashSet<>(byId.keySet());
		for (NexthopSpec spec : given) {
			boolean delete = spec.type() == NexthopType.NONE;
			boolean onInterface = spec.type() == NexthopType.UNICAST || spec.type() == NexthopType.CONNECTED;
			require(spec.id() > 0 && spec.id() < idsBelow, Reason.INVALID, "nexthop id " + spec.id());
			require(!delete || !deletesRefused, Reason.FAILED, "deletes are refused");
			require(!delete || there.remove(spec.id()), Reason.NOT_FOUND, "nexthop " + spec.id());
			require(!onInterface || interfaces.find(spec.interfaceId()).isPresent(), Reason.NOT_FOUND, "no such interface");
			require(spec.address().isPresent() == (spec.type() == NexthopType.UNICAST), Reason.INVALID, "address");
			require(spec.members().isEmpty() == (spec.type() != NexthopType.GROUP), Reason.INVALID, "members");
			requireMembers(spec, given);
		}
		for (NexthopSpec spec : given) {
			if (spec.type() == NexthopType.NONE) {
				byId.remove(spec.id());
			} else {
				byId.put(spec.id(), spec);
			}
		}
		batches++;
	}

	void damage(NexthopSpec spec) {
		if (spec.type() == NexthopType.NONE) {
			byId.remove(spec.id());
		} else {
			byId.put(spec.id(), spec);
		}
	}

	private void requireMembers(NexthopSpec group, List<NexthopSpec> batch) {
		Set<Integer> ids = new HashSet<>();
		require(group.members().size() <= NexthopMember.MAX, Reason.INVALID, "members");
		for (NexthopMember member : group.members()) {
			require(member.weight() >= 1 && member.weight() <= 255, Reason.INVALID, "weight " + member.weight());
			require(ids.add(member.id()), Reason.INVALID, "member " + member.id() + " twice");
			NexthopType type = typeAfter(member.id(), batch);
			require(type != NexthopType.NONE, Reason.NOT_FOUND, "member " + member.id());
			require(type != NexthopType.GROUP, Reason.INVALID, "member " + member.id() + " is a group");
		}
	}

	private NexthopType typeAfter(int id, List<NexthopSpec> batch) {
		NexthopType type = find(id).map(NexthopSpec::type).orElse(NexthopType.NONE);
		for (NexthopSpec spec : batch) {
			type = spec.id() == id ? spec.type() : type;
		}
		return type;
	}

	private static void require(boolean holds, Reason reason, String otherwise) {
		FakeForwarding.require(holds, reason, otherwise);
	}
}
