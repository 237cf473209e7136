package io.signalbox.rib;

import io.signalbox.rib.Resolution.End;
import io.signalbox.rib.Resolution.Failed;
import io.signalbox.rib.Resolution.Forward;
import io.signalbox.rib.Resolution.Share;
import io.signalbox.rib.ResolvedNexthop.Kind;
import io.signalbox.route.Nexthop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Several ways made one resolution: flattened, with the weights of each way parted among what it resolves to, and ways
 * to the same hop merged. A way that fails, or ends at this box while others forward, has no share.
 */
final class WaySum {
	private static final double EXACT = 1e-6;

	private final Map<Nexthop.Hop, Double> shares = new HashMap<>();
	private Kind end;
	private Failed failed = new Failed("it has no next hop");

	void add(Resolution resolution, int weight) {
		switch (resolution) {
			case Forward forward -> {
				double all = forward.shares().stream().mapToInt(Share::weight).sum();
				forward.shares().forEach(share -> shares.merge(share.hop(), weight * share.weight() / all, Double::sum));
			}
			case End there -> end = end == null || there.kind().compareTo(end) < 0 ? there.kind() : end;
			case Failed none -> failed = none;
		}
	}

	Resolution result() {
		if (shares.isEmpty()) {
			return end == null ? failed : new End(end);
		}
		if (shares.size() == 1) {
			return new Forward(shares.keySet().iterator().next());
		}
		List<Map.Entry<Nexthop.Hop, Double>> kept = new ArrayList<>(shares.entrySet());
		Comparator<Map.Entry<Nexthop.Hop, Double>> byHop = Comparator.comparing(share -> share.getKey().toString());
		if (kept.size() > Nexthop.Multipath.MAX_MEMBERS) {
			kept.sort(Map.Entry.<Nexthop.Hop, Double>comparingByValue().reversed().thenComparing(byHop));
			kept.subList(Nexthop.Multipath.MAX_MEMBERS, kept.size()).clear();
		}
		kept.sort(byHop);
		double unit = unit(kept.stream().mapToDouble(Map.Entry::getValue).toArray());
		return new Forward(kept.stream()
				.map(share -> new Share(share.getKey(), weight(share.getValue() / unit)))
				.toList());
	}

	/** Rounded, at least 1; a half goes up, also where floating point has it a little less. */
	private static int weight(double share) {
		return Math.max(1, (int) (share + 0.5 + EXACT));
	}

	/** What weight 1 stands for: the largest that makes all weights whole, or the smallest that fits the range. */
	private static double unit(double[] shares) {
		double least = Double.MAX_VALUE;
		double most = 0;
		for (double share : shares) {
			least = Math.min(least, share);
			most = Math.max(most, share);
		}
		for (int part = 1; most / least * part <= Nexthop.Member.MAX_WEIGHT + EXACT; part++) {
			if (isWhole(shares, least / part)) {
				return least / part;
			}
		}
		return most / Nexthop.Member.MAX_WEIGHT;
	}

	private static boolean isWhole(double[] shares, double unit) {
		for (double share : shares) {
			double weight = share / unit;
			if (Math.abs(weight - Math.rint(weight)) > EXACT) {
				return false;
			}
		}
		return true;
	}
}
