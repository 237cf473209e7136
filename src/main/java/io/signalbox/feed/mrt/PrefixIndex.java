package io.signalbox.feed.mrt;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Numbers the prefixes of one family in the order in which they come: an open hash table in primitive arrays, some
 * 25 octets a prefix for IPv4 and 33 for IPv6. One thread.
 */
final class PrefixIndex {
	static final int NONE = -1;

	/** Half as many again as the data plane's defaults hold. */
	private static final int MOST = 3_000_000;

	private static final int INITIAL = 1 << 10;
	private static final long[] NO_LOW = {};

	private final boolean ipv6;
	private final long key = ThreadLocalRandom.current().nextLong();
	private int[] slots = new int[2 * INITIAL];
	private long[] high = new long[INITIAL];
	private long[] low;
	private byte[] length = new byte[INITIAL];
	private int size;

	PrefixIndex(boolean ipv6) {
		this.ipv6 = ipv6;
		low = ipv6 ? new long[INITIAL] : NO_LOW;
		Arrays.fill(slots, NONE);
	}

	boolean isIpv6() {
		return ipv6;
	}

	int size() {
		return size;
	}

	long high(int number) {
		return high[number];
	}

	long low(int number) {
		return ipv6 ? low[number] : 0;
	}

	int length(int number) {
		return length[number] & 0xff;
	}

	/** The number of a prefix of the list, {@link #NONE} where it has not come yet. */
	int find(PrefixList list, int at) {
		return slots[slot(list.high(at), list.low(at), list.length(at))];
	}

	/** The number of a prefix of the list, new where it has not come yet. */
	int insert(PrefixList list, int at) {
		int slot = slot(list.high(at), list.low(at), list.length(at));
		return slots[slot] == NONE ? append(slot, list, at) : slots[slot];
	}

	/** Where a prefix is, or the empty place where it belongs. */
	private int slot(long highBits, long lowBits, int bits) {
		int mask = slots.length - 1;
		int slot = hash(highBits, lowBits, bits) & mask;
		while (slots[slot] != NONE && !is(slots[slot], highBits, lowBits, bits)) {
			slot = (slot + 1) & mask;
		}
		return slot;
	}

	private boolean is(int number, long highBits, long lowBits, int bits) {
		return high[number] == highBits && low(number) == lowBits && length(number) == bits;
	}

	/** A multiply and a fold each; keyed, so that no peer can choose prefixes that all fall on one place. */
	private int hash(long highBits, long lowBits, int bits) {
		return (int) (mix(mix(mix(key ^ highBits) ^ lowBits) ^ bits) >>> 32);
	}

	private static long mix(long bits) {
		long product = bits * 0x9e37_79b9_7f4a_7c15L;
		return product ^ product >>> 32;
	}

	private int append(int slot, PrefixList list, int at) {
		if (size == MOST) {
			throw new RefusedException(
					RefusedException.Reason.TOO_MUCH, "The file has more than " + MOST + " prefixes of one family");
		}
		if (size == high.length) {
			grow();
			return insert(list, at);
		}
		high[size] = list.high(at);
		if (ipv6) {
			low[size] = list.low(at);
		}
		length[size] = (byte) list.length(at);
		slots[slot] = size;
		return size++;
	}

	/** The slots are always twice as many as the prefixes that fit. */
	private void grow() {
		int larger = size * 2;
		high = Arrays.copyOf(high, larger);
		low = ipv6 ? Arrays.copyOf(low, larger) : NO_LOW;
		length = Arrays.copyOf(length, larger);
		slots = new int[2 * larger];
		Arrays.fill(slots, NONE);
		for (int number = 0; number < size; number++) {
			slots[slot(high[number], low(number), length(number))] = number;
		}
	}
}
