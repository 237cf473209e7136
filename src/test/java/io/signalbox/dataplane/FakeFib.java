package io.signalbox.dataplane;

import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Ipv6Prefix;
import io.signalbox.net.Prefix;
import io.signalbox.rib.FibDigest;
import io.signalbox.route.Packed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** A longest-prefix match that tries every length: slow, and plainly right. */
final class FakeFib {
	private final Map<Prefix, Integer> routes = new HashMap<>();
	private final int[] generations4 = new int[FibDigest.SLICES];
	private final int[] generations6 = new int[FibDigest.SLICES];
	private int limit = Integer.MAX_VALUE;
	private long generation;
	private int batches;
	private long records;

	void limit(int most) {
		limit = most;
	}

	int batches() {
		return batches;
	}

	long records() {
		return records;
	}

	void clear() {
		routes.clear();
	}

	Map<String, Integer> routes() {
		Map<String, Integer> texts = new TreeMap<>();
		routes.forEach((prefix, nexthop) -> texts.put(prefix.toString(), nexthop));
		return texts;
	}

	RoutesResult apply(RouteBatch batch) {
		int added = 0;
		int changed = 0;
		int removed = 0;
		int unchanged = 0;
		Map<Prefix, Integer> before = new HashMap<>();
		for (int at = 0; at < batch.size(); at++) {
			Prefix prefix = prefix(batch, at);
			Integer was = batch.isDelete(at) ? routes.remove(prefix) : routes.put(prefix, batch.nexthop(at));
			before.putIfAbsent(prefix, was == null ? 0 : was);
			(Packed.isIpv6(prefix) ? generations6 : generations4)[slice(prefix)]++;
			if (batch.isDelete(at)) {
				removed += was == null ? 0 : 1;
				unchanged += was == null ? 1 : 0;
			} else {
				added += was == null ? 1 : 0;
				changed += was != null && was != batch.nexthop(at) ? 1 : 0;
				unchanged += was != null && was == batch.nexthop(at) ? 1 : 0;
			}
		}
		int larger = added - removed;
		if (larger > 0 && (count(Family.IPV4) > limit || count(Family.IPV6) > limit)) {
			before.forEach((prefix, was) -> {
				if (was == 0) {
					routes.remove(prefix);
				} else {
					routes.put(prefix, was);
				}
			});
			throw new DataplaneException(Reason.NO_CAPACITY, "the FIB holds " + limit + " routes");
		}
		batches++;
		records += batch.size();
		generation += added + changed + removed > 0 ? 1 : 0;
		return new RoutesResult(generation, added, changed, removed, unchanged);
	}

	void damage(Prefix prefix, int nexthop) {
		if (nexthop == 0) {
			routes.remove(prefix);
		} else {
			routes.put(prefix, nexthop);
		}
	}

	long[] digests(Family family) {
		long[] digests = new long[FibDigest.SLICES];
		routes.forEach((prefix, nexthop) -> {
			if (prefix.family() == family) {
				digests[slice(prefix)] +=
						FibDigest.mix(Packed.high(prefix), Packed.low(prefix), prefix.length(), nexthop);
			}
		});
		return digests;
	}

	int[] generations(Family family) {
		return (family == Family.IPV4 ? generations4 : generations6).clone();
	}

	RouteBatch slice(Family family, int slice) {
		RouteBatch batch = new RouteBatch();
		routes.forEach((prefix, nexthop) -> {
			if (prefix.family() == family && slice(prefix) == slice) {
				switch (prefix) {
					case Ipv4Prefix ipv4 -> batch.putIpv4(ipv4.bits(), ipv4.length(), nexthop);
					case Ipv6Prefix ipv6 -> batch.putIpv6(ipv6.high(), ipv6.low(), ipv6.length(), nexthop);
				}
			}
		});
		return batch;
	}

	private static int slice(Prefix prefix) {
		return FibDigest.slice(Packed.isIpv6(prefix), Packed.high(prefix));
	}

	private static Prefix prefix(RouteBatch batch, int at) {
		return batch.isIpv6(at)
				? new Ipv6Prefix(batch.high(at), batch.low(at), batch.length(at))
				: new Ipv4Prefix((int) (batch.high(at) >>> 32), batch.length(at));
	}

	private long count(Family family) {
		return routes.keySet().stream().filter(prefix -> prefix.family() == family).count();
	}

	int lookup(IpAddress address) {
		OptionalInt length = matchedLength(address);
		return length.isEmpty() ? 0 : routes.get(Prefix.covering(address, length.getAsInt()));
	}

	OptionalInt matchedLength(IpAddress address) {
		for (int length = address.family().bits(); length >= 0; length--) {
			if (routes.containsKey(Prefix.covering(address, length))) {
				return OptionalInt.of(length);
			}
		}
		return OptionalInt.empty();
	}

	FibState describe(Family family, long max) {
		List<Long> byLength = new ArrayList<>(Collections.nCopies(family.bits() + 1, 0L));
		routes.keySet().stream()
				.filter(prefix -> prefix.family() == family)
				.forEach(prefix -> byLength.set(prefix.length(), byLength.get(prefix.length()) + 1));
		return new FibState(generation, count(family), max, 0, 16_384, 0, byLength);
	}
}
