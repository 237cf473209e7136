package io.signalbox.fib;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.NexthopMember;
import io.signalbox.dataplane.NexthopSpec;
import io.signalbox.dataplane.NexthopType;
import io.signalbox.rib.FibChange;
import io.signalbox.rib.FibRoutes;
import io.signalbox.rib.ResolvedNexthop;
import io.signalbox.rib.RibListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * The RIB's winners into the data plane: a commit is one batch of nexthops, one of routes a VRF, then the nexthops
 * that are free. Runs on {@code rib-writer}. When a batch of routes is refused, what went before is put back.
 */
public final class FibProgrammer implements RibListener {
	private static final Logger LOG = Logger.getLogger(FibProgrammer.class);
	/** No member may go before its group, nor come after it. */
	private static final Comparator<NexthopSpec> GROUPS_FIRST =
			Comparator.comparing(spec -> spec.type() != NexthopType.GROUP);

	private final Dataplane dataplane;
	private final InterfaceIds interfaceIds;
	private final Map<Integer, NexthopSpec> programmed = new HashMap<>();
	private final Set<Integer> undeleted = new LinkedHashSet<>();
	private long generation;

	public FibProgrammer(Dataplane dataplane, InterfaceIds interfaceIds) {
		this.dataplane = dataplane;
		this.interfaceIds = interfaceIds;
	}

	@Override
	public void vrfAdded(int number) {
		dataplane.addVrf(number);
	}

	@Override
	public void vrfRemoved(int number) {
		dataplane.removeVrf(number);
	}

	@Override
	public long commit(FibChange change) {
		List<NexthopSpec> wanted = change.nexthops().stream().map(this::spec).toList();
		if (!wanted.isEmpty()) {
			dataplane.applyNexthops(wanted);
		}
		List<FibRoutes> applied = new ArrayList<>();
		try {
			for (FibRoutes routes : change.routes()) {
				generation = dataplane.applyRoutes(routes.vrf(), RouteBatches.of(routes)).generation();
				applied.add(routes);
			}
		} catch (DataplaneException refused) {
			restore(applied, wanted, refused);
			throw refused;
		}
		for (NexthopSpec spec : wanted) {
			programmed.put(spec.id(), spec);
			undeleted.remove(spec.id());
		}
		delete(change.freed());
		return generation;
	}

	/** The nexthops as they were set, by id: as they are, for who runs on {@code rib-writer}. */
	Map<Integer, NexthopSpec> programmed() {
		return Collections.unmodifiableMap(programmed);
	}

	private NexthopSpec spec(ResolvedNexthop nexthop) {
		int interfaceId = nexthop.interfaceName().map(this::interfaceId).orElse(0);
		List<NexthopMember> members = nexthop.members().stream()
				.map(member -> new NexthopMember(member.id(), member.weight()))
				.toList();
		return new NexthopSpec(nexthop.id(), type(nexthop.kind()), interfaceId, nexthop.address(), members);
	}

	private int interfaceId(String name) {
		return interfaceIds.id(name)
				.orElseThrow(() -> new DataplaneException(
						DataplaneException.Reason.NOT_FOUND, "the data plane has no interface " + name));
	}

	private static NexthopType type(ResolvedNexthop.Kind kind) {
		return switch (kind) {
			case UNICAST -> NexthopType.UNICAST;
			case CONNECTED -> NexthopType.CONNECTED;
			case LOCAL -> NexthopType.LOCAL;
			case BLACKHOLE -> NexthopType.BLACKHOLE;
			case UNREACHABLE -> NexthopType.UNREACHABLE;
			case PROHIBIT -> NexthopType.PROHIBIT;
			case GROUP -> NexthopType.GROUP;
		};
	}

	/** The routes first: then nothing points to the nexthops that are new. */
	private void restore(List<FibRoutes> applied, List<NexthopSpec> wanted, DataplaneException refused) {
		try {
			for (FibRoutes routes : applied) {
				generation = dataplane.applyRoutes(routes.vrf(), RouteBatches.before(routes)).generation();
			}
			List<NexthopSpec> back = new ArrayList<>();
			List<NexthopSpec> gone = new ArrayList<>();
			for (NexthopSpec spec : wanted) {
				NexthopSpec before = programmed.get(spec.id());
				if (before != null) {
					back.add(before);
				} else {
					gone.add(spec);
				}
			}
			back.sort(GROUPS_FIRST.reversed());
			gone.sort(GROUPS_FIRST);
			gone.forEach(spec -> back.add(NexthopSpec.delete(spec.id())));
			if (!back.isEmpty()) {
				dataplane.applyNexthops(back);
			}
		} catch (DataplaneException alsoRefused) {
			refused.addSuppressed(alsoRefused);
			LOG.errorf(alsoRefused, "a refused change cannot be taken back: the data plane differs from the RIB");
		}
	}

	/** Frees ids; one that is refused has no route and is harmless: it is tried again with the next commit. */
	private void delete(List<Integer> freed) {
		undeleted.addAll(freed);
		if (undeleted.isEmpty()) {
			return;
		}
		try {
			dataplane.applyNexthops(undeleted.stream()
					.map(programmed::get)
					.sorted(GROUPS_FIRST)
					.map(spec -> NexthopSpec.delete(spec.id()))
					.toList());
			undeleted.forEach(programmed::remove);
			undeleted.clear();
		} catch (DataplaneException refused) {
			LOG.warnf(refused, "%d free nexthops stay in the data plane until the next change", undeleted.size());
		}
	}
}
