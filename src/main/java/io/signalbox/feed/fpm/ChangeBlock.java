package io.signalbox.feed.fpm;

import io.signalbox.feed.fpm.RouteTerms.Said;
import io.signalbox.net.Family;
import io.signalbox.route.RouteChanges;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Changes in packed form, in their order; no object a route. One thread at a time. */
final class ChangeBlock {
	private static final int IPV6 = 0x100;
	private static final int INITIAL = 1 << 10;
	private static final int LARGE = 1 << 16;

	private long[] high;
	private long[] low;
	private short[] lengthAndFamily;
	private int[] millis;
	private Said[] said;
	private int from;
	private int to;

	ChangeBlock() {
		this(INITIAL);
	}

	ChangeBlock(int capacity) {
		allocate(capacity);
	}

	private void allocate(int capacity) {
		high = new long[capacity];
		low = new long[capacity];
		lengthAndFamily = new short[capacity];
		millis = new int[capacity];
		said = new Said[capacity];
	}

	void add(boolean ipv6, long highBits, long lowBits, int length, Said what, int when) {
		add((short) (length | (ipv6 ? IPV6 : 0)), highBits, lowBits, what, when);
	}

	/** Adds another's change. */
	void add(ChangeBlock other, int at) {
		int theirs = other.from + at;
		add(other.lengthAndFamily[theirs], other.high[theirs], other.low[theirs], other.said[theirs], other.millis[theirs]);
	}

	private void add(short key, long highBits, long lowBits, Said what, int when) {
		if (to == said.length) {
			makeRoom();
		}
		high[to] = highBits;
		low[to] = lowBits;
		lengthAndFamily[to] = key;
		millis[to] = when;
		said[to++] = what;
	}

	/** Moves to the front, to larger arrays where that gains too little. */
	private void makeRoom() {
		int size = size();
		int capacity = size > said.length / 2 ? said.length * 2 : said.length;
		high = moved(high, new long[capacity], size);
		low = moved(low, new long[capacity], size);
		lengthAndFamily = moved(lengthAndFamily, new short[capacity], size);
		millis = moved(millis, new int[capacity], size);
		said = moved(said, new Said[capacity], size);
		from = 0;
		to = size;
	}

	@SuppressWarnings("SuspiciousSystemArraycopy")
	private <A> A moved(A source, A target, int size) {
		System.arraycopy(source, from, target, 0, size);
		return target;
	}

	/** Forgets the oldest; with the last one also the memory that a burst took. */
	void dropFirst(int count) {
		Arrays.fill(said, from, from + count, null);
		from += count;
		if (from == to) {
			from = 0;
			to = 0;
			if (said.length > LARGE) {
				allocate(INITIAL);
			}
		}
	}

	int size() {
		return to - from;
	}

	boolean isEmpty() {
		return from == to;
	}

	boolean isIpv6(int at) {
		return (lengthAndFamily[from + at] & IPV6) != 0;
	}

	Family family(int at) {
		return isIpv6(at) ? Family.IPV6 : Family.IPV4;
	}

	int length(int at) {
		return lengthAndFamily[from + at] & 0xff;
	}

	long high(int at) {
		return high[from + at];
	}

	long low(int at) {
		return low[from + at];
	}

	/** When it came. */
	int millis(int at) {
		return millis[from + at];
	}

	Said said(int at) {
		return said[from + at];
	}

	/** The last word about each prefix, in the order of the last words. */
	ChangeBlock coalesced() {
		int slots = Integer.highestOneBit(Math.max(2, size())) * 4;
		int[] seen = new int[slots];
		boolean[] superseded = new boolean[size()];
		for (int at = size() - 1; at >= 0; at--) {
			int slot = hash(at) & (slots - 1);
			while (seen[slot] != 0 && !isSameRoute(seen[slot] - 1, at)) {
				slot = (slot + 1) & (slots - 1);
			}
			superseded[at] = seen[slot] != 0;
			seen[slot] = superseded[at] ? seen[slot] : at + 1;
		}
		ChangeBlock kept = new ChangeBlock(said.length);
		for (int at = 0; at < superseded.length; at++) {
			if (!superseded[at]) {
				kept.add(this, at);
			}
		}
		return kept;
	}

	/** Withdrawals, then announcements. */
	ChangeBlock withdrawalsFirst() {
		ChangeBlock ordered = new ChangeBlock(said.length);
		for (boolean withdrawals : new boolean[] {true, false}) {
			for (int at = 0; at < size(); at++) {
				if (said(at).isWithdraw() == withdrawals) {
					ordered.add(this, at);
				}
			}
		}
		return ordered;
	}

	private boolean isSameRoute(int at, int other) {
		return high(at) == high(other) && low(at) == low(other)
				&& lengthAndFamily[from + at] == lengthAndFamily[from + other]
				&& said(at).vrf().equals(said(other).vrf());
	}

	private int hash(int at) {
		long hash = (high(at) ^ Long.rotateLeft(low(at), 32) ^ lengthAndFamily[from + at]) * 0x9E3779B97F4A7C15L;
		return (int) (hash >>> 32 ^ hash >>> 11);
	}

	/** As the RIB takes them: of the first one's VRF, which is all the others' too. */
	RouteChanges routeChanges() {
		RouteChanges changes = new RouteChanges(said(0).vrf());
		Map<Said, Integer> numbers = new HashMap<>();
		Said last = null;
		int number = 0;
		for (int at = 0; at < size(); at++) {
			Said one = said(at);
			if (one.isWithdraw()) {
				changes.withdraw(isIpv6(at), high(at), low(at), length(at));
				continue;
			}
			if (one != last) {
				number = numbers.computeIfAbsent(one, each -> changes.number(each.nexthop()));
				last = one;
			}
			changes.announce(isIpv6(at), high(at), low(at), length(at), number,
					one.terms().message.priority(), RouteChanges.SOURCE_DISTANCE);
		}
		return changes;
	}
}
