package io.signalbox.feed.kernel;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/** Numbers prefixes from 0 on in the order in which they come; none goes. An open hash table, 30 bytes a prefix. */
final class PrefixRows {
	private static final int EMPTY = -1;
	private static final int INITIAL = 1 << 8;
	private static final int IPV6 = 0x100;

	/** So that no peer can choose prefixes that all fall on one place. */
	private final long key = ThreadLocalRandom.current().nextLong();
	private int[] slots = new int[2 * INITIAL];
	private long[] high = new long[INITIAL];
	private long[] low = new long[INITIAL];
	private short[] lengthAndFamily = new short[INITIAL];
	private int size;

	PrefixRows() {
		Arrays.fill(slots, EMPTY);
	}

	int size() {
		return size;
	}

	boolean isIpv6(int row) {
		return (lengthAndFamily[row] & IPV6) != 0;
	}

	long high(int row) {
		return high[row];
	}

	long low(int row) {
		return low[row];
	}

	int length(int row) {
		return lengthAndFamily[row] & 0xff;
	}

	/** The row of a prefix; {@link #size} before the call where it is new. */
	int row(boolean ipv6, long highBits, long lowBits, int length) {
		short bits = (short) (length | (ipv6 ? IPV6 : 0));
		int slot = slot(highBits, lowBits, bits);
		if (slots[slot] != EMPTY) {
			return slots[slot];
		}
		if (size == high.length) {
			grow();
			slot = slot(highBits, lowBits, bits);
		}
		high[size] = highBits;
		low[size] = lowBits;
		lengthAndFamily[size] = bits;
		slots[slot] = size;
		return size++;
	}

	/** Where a prefix is, or the empty place where it belongs. */
	private int slot(long highBits, long lowBits, short bits) {
		int mask = slots.length - 1;
		int slot = (int) (mix(mix(mix(key ^ highBits) ^ lowBits) ^ bits) >>> 32) & mask;
		while (slots[slot] != EMPTY && !is(slots[slot], highBits, lowBits, bits)) {
			slot = (slot + 1) & mask;
		}
		return slot;
	}

	private boolean is(int row, long highBits, long lowBits, short bits) {
		return high[row] == highBits && low[row] == lowBits && lengthAndFamily[row] == bits;
	}

	private static long mix(long bits) {
		long product = bits * 0x9e37_79b9_7f4a_7c15L;
		return product ^ product >>> 32;
	}

	/** The slots are always twice as many as the prefixes that fit. */
	private void grow() {
		int larger = size * 2;
		high = Arrays.copyOf(high, larger);
		low = Arrays.copyOf(low, larger);
		lengthAndFamily = Arrays.copyOf(lengthAndFamily, larger);
		slots = new int[2 * larger];
		Arrays.fill(slots, EMPTY);
		for (int row = 0; row < size; row++) {
			slots[slot(high[row], low[row], lengthAndFamily[row])] = row;
		}
	}
}
