package io.signalbox.fib;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.NexthopMember;
import io.signalbox.dataplane.NexthopSpec;
import io.signalbox.dataplane.NexthopState;
import io.signalbox.dataplane.NexthopType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The nexthops as they were set against those that the data plane has. Used by {@code rib-writer}, between commits. */
final class NexthopAudit {
	private final Dataplane dataplane;
	private final AuditFindings findings;

	NexthopAudit(Dataplane dataplane, AuditFindings findings) {
		this.dataplane = dataplane;
		this.findings = findings;
	}

	void run(Collection<NexthopSpec> set) {
		Map<Integer, NexthopState> states = states(set.stream().mapToInt(NexthopSpec::id).toArray());
		List<NexthopSpec> wrong = new ArrayList<>();
		for (NexthopSpec spec : set) {
			Optional<NexthopState> state = Optional.ofNullable(states.get(spec.id()));
			if (state.filter(there -> same(spec, there)).isEmpty()) {
				wrong.add(spec);
				findings.found(AuditKind.NEXTHOP, 1);
				findings.example("nexthop " + spec.id() + " is " + state.map(Object::toString).orElse("missing")
						+ ", not " + spec);
			}
		}
		if (!wrong.isEmpty()) {
			heal(wrong);
		}
	}

	/** All at once; where one is missing, that says nothing of the others. */
	private Map<Integer, NexthopState> states(int[] ids) {
		Map<Integer, NexthopState> states = new HashMap<>();
		if (ids.length == 0) {
			return states;
		}
		try {
			dataplane.describeNexthops(ids).forEach(state -> states.put(state.id(), state));
		} catch (DataplaneException oneIsMissing) {
			if (oneIsMissing.reason() != DataplaneException.Reason.NOT_FOUND) {
				throw oneIsMissing;
			}
			if (ids.length > 1) {
				int half = ids.length / 2;
				states.putAll(states(Arrays.copyOfRange(ids, 0, half)));
				states.putAll(states(Arrays.copyOfRange(ids, half, ids.length)));
			}
		}
		return states;
	}

	private boolean same(NexthopSpec spec, NexthopState state) {
		return spec.type() == state.type()
				&& spec.interfaceId() == state.interfaceId()
				&& spec.address().equals(state.address())
				&& (spec.type() != NexthopType.GROUP || spec.members().equals(members(spec.id())));
	}

	private List<NexthopMember> members(int id) {
		return dataplane.nexthopMembers(id).stream()
				.map(member -> new NexthopMember(member.id(), member.weight()))
				.toList();
	}

	private void heal(List<NexthopSpec> wrong) {
		try {
			dataplane.applyNexthops(wrong);
			findings.healed(AuditKind.NEXTHOP, wrong.size());
		} catch (DataplaneException refused) {
			findings.example(wrong.size() + " nexthops stay as they are: " + refused.getMessage());
		}
	}
}
