package io.signalbox.fib;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.NexthopSpec;
import io.signalbox.dataplane.NexthopType;
import io.signalbox.dataplane.RouteBatch;
import io.signalbox.rib.FibChange;
import io.signalbox.rib.FibRoutes;
import io.signalbox.rib.ResolvedNexthop;
import io.signalbox.rib.RibListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * The RIB's winners into the data plane: a commit is one batch of nexthops, one of routes, then the nexthops that are
 * free. Runs on {@code rib-writer}. When the routes are refused, the nexthops are put back as they were.
 */
public final class FibProgrammer implements RibListener {
	private static final Logger LOG = Logger.getLogger(FibProgrammer.class);

	private final Dataplane dataplane;
	private final InterfaceIds interfaceIds;
	private final Map<Integer, NexthopSpec> programmed = new HashMap<>();
	private final Set<Integer> undeleted = new HashSet<>();
	private long generation;

	public FibProgrammer(Dataplane dataplane, InterfaceIds interfaceIds) {
		this.dataplane = dataplane;
		this.interfaceIds = interfaceIds;
	}

	@Override
	public long commit(FibChange change) {
		List<NexthopSpec> wanted = change.nexthops().stream().map(this::spec).toList();
		if (!wanted.isEmpty()) {
			dataplane.applyNexthops(wanted);
		}
		try {
			for (FibRoutes routes : change.routes()) {
				generation = dataplane.applyRoutes(routes.vrf(), batch(routes)).generation();
			}
		} catch (DataplaneException refused) {
			restore(wanted, refused);
			throw refused;
		}
		for (NexthopSpec spec : wanted) {
			programmed.put(spec.id(), spec);
			undeleted.remove(spec.id());
		}
		delete(change.freed());
		return generation;
	}

	private NexthopSpec spec(ResolvedNexthop nexthop) {
		int interfaceId = nexthop.interfaceName().map(this::interfaceId).orElse(0);
		return new NexthopSpec(nexthop.id(), type(nexthop.kind()), interfaceId, nexthop.address());
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
		};
	}

	private static RouteBatch batch(FibRoutes change) {
		RouteBatch batch = new RouteBatch();
		for (int at = 0; at < change.size(); at++) {
			int bits = (int) (change.high(at) >>> 32);
			if (change.isIpv6(at)) {
				if (change.isDelete(at)) {
					batch.deleteIpv6(change.high(at), change.low(at), change.length(at));
				} else {
					batch.putIpv6(change.high(at), change.low(at), change.length(at), change.nexthop(at));
				}
			} else if (change.isDelete(at)) {
				batch.deleteIpv4(bits, change.length(at));
			} else {
				batch.putIpv4(bits, change.length(at), change.nexthop(at));
			}
		}
		return batch;
	}

	private void restore(List<NexthopSpec> wanted, DataplaneException refused) {
		List<NexthopSpec> before = new ArrayList<>();
		for (NexthopSpec spec : wanted) {
			before.add(programmed.getOrDefault(spec.id(), NexthopSpec.delete(spec.id())));
		}
		try {
			if (!before.isEmpty()) {
				dataplane.applyNexthops(before);
			}
		} catch (DataplaneException alsoRefused) {
			refused.addSuppressed(alsoRefused);
		}
	}

	/** Frees ids; one that is refused has no route and is harmless: it is tried again with the next commit. */
	private void delete(List<Integer> freed) {
		undeleted.addAll(freed);
		if (undeleted.isEmpty()) {
			return;
		}
		try {
			dataplane.applyNexthops(undeleted.stream().map(NexthopSpec::delete).toList());
			undeleted.forEach(programmed::remove);
			undeleted.clear();
		} catch (DataplaneException refused) {
			LOG.warnf(refused, "%d free nexthops stay in the data plane until the next change", undeleted.size());
		}
	}
}
