package io.signalbox.feed.mrt;

import java.util.Arrays;

/**
 * The prefixes of one field of a message, all of one family, each with its path identifier (RFC 7911; 0 where there
 * is none). One object serves all messages: it is cleared and filled for each. One thread.
 */
final class PrefixList {
	private static final int WHOLE = -1;
	private static final int PATH_ID = 4;
	private static final int INITIAL = 16;

	private long[] high = new long[INITIAL];
	private long[] low = new long[INITIAL];
	private int[] length = new int[INITIAL];
	private int[] pathId = new int[INITIAL];
	private boolean ipv6;
	private int size;
	private long cutAt = WHOLE;

	void clear() {
		size = 0;
		cutAt = WHOLE;
	}

	/**
	 * Takes prefixes to the end of the octets (RFC 4271 4.3); bits beyond a prefix's length do not count. The last one
	 * may be cut short: then {@link #isCut}. A length that no prefix has is malformed.
	 */
	void read(Octets octets, boolean ofIpv6, boolean withPathIds) {
		clear();
		ipv6 = ofIpv6;
		while (octets.left() > 0 && !isCut()) {
			long begin = octets.offset();
			if (!add(octets, withPathIds)) {
				cutAt = begin;
			}
		}
	}

	/** Takes one prefix, which must be whole. */
	void readOne(Octets octets, boolean ofIpv6) {
		clear();
		ipv6 = ofIpv6;
		long begin = octets.offset();
		if (!add(octets, false)) {
			throw new MalformedException(begin, "its prefix is cut short");
		}
	}

	/** False when the octets end before the prefix does. */
	private boolean add(Octets octets, boolean withPathId) {
		if (octets.left() < (withPathId ? PATH_ID + 1 : 1)) {
			return false;
		}
		int id = withPathId ? octets.bits32() : 0;
		int bits = length(octets);
		int count = (bits + 7) / 8;
		if (octets.left() < count) {
			return false;
		}
		add(octets.bits64(Math.min(count, 8)), octets.bits64(Math.max(count - 8, 0)), bits, id);
		return true;
	}

	/** Takes one prefix whose address is there in full, before its length. */
	void readAddressAndLength(Octets octets, boolean ofIpv6) {
		clear();
		ipv6 = ofIpv6;
		long highBits = octets.bits64(ofIpv6 ? 8 : 4);
		long lowBits = ofIpv6 ? octets.bits64() : 0;
		add(highBits, lowBits, length(octets), 0);
	}

	private int length(Octets octets) {
		long offset = octets.offset();
		int bits = octets.u8();
		if (bits > (ipv6 ? 128 : 32)) {
			throw new MalformedException(offset, "a prefix length of " + bits + (ipv6 ? " in IPv6" : " in IPv4"));
		}
		return bits;
	}

	private void add(long highBits, long lowBits, int bits, int id) {
		if (size == high.length) {
			high = Arrays.copyOf(high, size * 2);
			low = Arrays.copyOf(low, size * 2);
			length = Arrays.copyOf(length, size * 2);
			pathId = Arrays.copyOf(pathId, size * 2);
		}
		high[size] = highBits & mask(bits);
		low[size] = lowBits & mask(bits - 64);
		length[size] = bits;
		pathId[size] = id;
		size++;
	}

	private static long mask(int bits) {
		return bits <= 0 ? 0 : bits >= 64 ? -1 : -1L << (64 - bits);
	}

	boolean isIpv6() {
		return ipv6;
	}

	int size() {
		return size;
	}

	/** Whether something is left that is no whole prefix. */
	boolean isCut() {
		return cutAt != WHOLE;
	}

	/** Where that begins. */
	long cutAt() {
		return cutAt;
	}

	/** An IPv4 address is in the upper 32 bits, an IPv6 address in {@code high, low}. */
	long high(int at) {
		return high[at];
	}

	long low(int at) {
		return low[at];
	}

	int length(int at) {
		return length[at];
	}

	int pathId(int at) {
		return pathId[at];
	}
}
