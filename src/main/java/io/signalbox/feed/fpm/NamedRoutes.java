package io.signalbox.feed.fpm;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The routes that name a nexthop object, by prefix and VRF: so that a change of an object reaches them. Open addressing,
 * packed: some 40 bytes a route. Empty while the peer uses no nexthop objects. One thread.
 */
final class NamedRoutes {
	private static final int INITIAL = 1 << 10;
	private static final int IPV6 = 0x100;

	private long[] high = new long[INITIAL];
	private long[] low = new long[INITIAL];
	private short[] lengthAndFamily = new short[INITIAL];
	private RouteTerms[] terms = new RouteTerms[INITIAL];
	private final Set<RouteTerms> used = new HashSet<>();
	private int size;

	/** Whoever wants to know of a route. */
	interface Visitor {
		void route(boolean ipv6, long high, long low, int length, RouteTerms terms);
	}

	boolean isEmpty() {
		return size == 0;
	}

	void put(boolean ipv6, long highBits, long lowBits, int length, RouteTerms said) {
		if (size * 4 >= terms.length * 3) {
			grow();
		}
		int slot = find(ipv6, highBits, lowBits, length, said);
		if (terms[slot] == null) {
			size++;
		} else {
			release(terms[slot]);
		}
		if (said.uses++ == 0) {
			used.add(said);
		}
		set(slot, highBits, lowBits, (short) (length | (ipv6 ? IPV6 : 0)), said);
	}

	/** Forgets the route to a prefix in the VRF of these terms. */
	void remove(boolean ipv6, long highBits, long lowBits, int length, RouteTerms said) {
		int slot = find(ipv6, highBits, lowBits, length, said);
		if (terms[slot] == null) {
			return;
		}
		release(terms[slot]);
		size--;
		close(slot);
	}

	private void release(RouteTerms said) {
		if (--said.uses == 0) {
			used.remove(said);
		}
	}

	/** Fills the gap with those behind it that would not be found over it. */
	private void close(int from) {
		int mask = terms.length - 1;
		int gap = from;
		for (int at = (gap + 1) & mask; terms[at] != null; at = (at + 1) & mask) {
			int home = slot(lengthAndFamily[at], high[at], low[at]);
			if (((at - home) & mask) >= ((at - gap) & mask)) {
				set(gap, high[at], low[at], lengthAndFamily[at], terms[at]);
				gap = at;
			}
		}
		terms[gap] = null;
	}

	/** All whose terms are so. They must not change meanwhile. */
	void each(Predicate<RouteTerms> which, Visitor visitor) {
		Set<RouteTerms> these = used.stream().filter(which).collect(Collectors.toSet());
		if (these.isEmpty()) {
			return;
		}
		for (int at = 0; at < terms.length; at++) {
			if (terms[at] != null && these.contains(terms[at])) {
				int length = lengthAndFamily[at] & 0xff;
				visitor.route((lengthAndFamily[at] & IPV6) != 0, high[at], low[at], length, terms[at]);
			}
		}
	}

	private int find(boolean ipv6, long highBits, long lowBits, int length, RouteTerms said) {
		short key = (short) (length | (ipv6 ? IPV6 : 0));
		int at = slot(key, highBits, lowBits);
		while (terms[at] != null
				&& !(high[at] == highBits && low[at] == lowBits && lengthAndFamily[at] == key
						&& terms[at].vrf.equals(said.vrf))) {
			at = (at + 1) & (terms.length - 1);
		}
		return at;
	}

	private int slot(short key, long highBits, long lowBits) {
		long hash = (highBits ^ Long.rotateLeft(lowBits, 32) ^ key) * 0x9E3779B97F4A7C15L;
		return (int) (hash >>> 32 ^ hash >>> 13) & (terms.length - 1);
	}

	private void set(int at, long highBits, long lowBits, short key, RouteTerms said) {
		high[at] = highBits;
		low[at] = lowBits;
		lengthAndFamily[at] = key;
		terms[at] = said;
	}

	private void grow() {
		long[] oldHigh = high;
		long[] oldLow = low;
		short[] oldKeys = lengthAndFamily;
		RouteTerms[] oldTerms = terms;
		int larger = oldTerms.length * 2;
		high = new long[larger];
		low = new long[larger];
		lengthAndFamily = new short[larger];
		terms = new RouteTerms[larger];
		for (int at = 0; at < oldTerms.length; at++) {
			if (oldTerms[at] != null) {
				int length = oldKeys[at] & 0xff;
				int slot = find((oldKeys[at] & IPV6) != 0, oldHigh[at], oldLow[at], length, oldTerms[at]);
				set(slot, oldHigh[at], oldLow[at], oldKeys[at], oldTerms[at]);
			}
		}
	}
}
