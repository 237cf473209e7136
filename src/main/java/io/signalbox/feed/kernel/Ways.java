package io.signalbox.feed.kernel;

import io.signalbox.feed.netlink.KernelNexthops;
import io.signalbox.route.Nexthop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ways in use, by number, and what each is for the box just now. One thread. */
final class Ways {
	private final KernelNexthops nexthops;
	private final Map<Way, Integer> numbers = new HashMap<>();
	private final List<Way> ways = new ArrayList<>();
	private final List<Optional<Nexthop>> resolved = new ArrayList<>();
	private final Deque<Integer> free = new ArrayDeque<>();

	Ways(KernelNexthops nexthops) {
		this.nexthops = nexthops;
	}

	int number(Way way) {
		Integer known = numbers.get(way);
		if (known != null) {
			return known;
		}
		int number = free.isEmpty() ? ways.size() : free.pop();
		if (number == ways.size()) {
			ways.add(way);
			resolved.add(resolve(way));
		} else {
			ways.set(number, way);
			resolved.set(number, resolve(way));
		}
		numbers.put(way, number);
		return number;
	}

	Way get(int number) {
		return ways.get(number);
	}

	/** Empty where the box cannot go it. */
	Optional<Nexthop> nexthop(int number) {
		return resolved.get(number);
	}

	private Optional<Nexthop> resolve(Way way) {
		return nexthops.nexthop(way.type(), way.nexthopId(), way.hops());
	}

	/** After links or nexthop objects have changed: the numbers of the ways that lead elsewhere now. */
	BitSet resolveAll() {
		BitSet changed = new BitSet(ways.size());
		numbers.forEach((way, number) -> {
			Optional<Nexthop> now = resolve(way);
			if (!now.equals(resolved.get(number))) {
				resolved.set(number, now);
				changed.set(number);
			}
		});
		return changed;
	}

	/** Forgets all others; their numbers are given again. */
	void keepOnly(BitSet used) {
		numbers.values().removeIf(number -> {
			boolean unused = !used.get(number);
			if (unused) {
				free.push(number);
			}
			return unused;
		});
	}

	int size() {
		return numbers.size();
	}
}
