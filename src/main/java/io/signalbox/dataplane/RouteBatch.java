package io.signalbox.dataplane;

import java.util.Arrays;

/**
 * Route changes for one VRF in packed form: no object a route. Not thread-safe; filled by one thread, then
 * only read. An IPv4 address is in the upper 32 bits of {@code high}, an IPv6 address in {@code high, low}.
 */
public final class RouteBatch {
	private static final int DELETE = -1;
	private static final int INITIAL = 16;

	private long[] high = new long[INITIAL];
	private long[] low = new long[INITIAL];
	private short[] lengthAndFamily = new short[INITIAL];
	private int[] nexthop = new int[INITIAL];
	private int size;

	public void putIpv4(int bits, int length, int nexthopId) {
		add((long) bits << 32, 0, length, false, nexthopId);
	}

	public void deleteIpv4(int bits, int length) {
		add((long) bits << 32, 0, length, false, DELETE);
	}

	public void putIpv6(long highBits, long lowBits, int length, int nexthopId) {
		add(highBits, lowBits, length, true, nexthopId);
	}

	public void deleteIpv6(long highBits, long lowBits, int length) {
		add(highBits, lowBits, length, true, DELETE);
	}

	private void add(long highBits, long lowBits, int length, boolean ipv6, int nexthopId) {
		if (size == high.length) {
			int larger = size * 2;
			high = Arrays.copyOf(high, larger);
			low = Arrays.copyOf(low, larger);
			lengthAndFamily = Arrays.copyOf(lengthAndFamily, larger);
			nexthop = Arrays.copyOf(nexthop, larger);
		}
		high[size] = highBits;
		low[size] = lowBits;
		lengthAndFamily[size] = (short) (length | (ipv6 ? 0x100 : 0));
		nexthop[size] = nexthopId;
		size++;
	}

	public int size() {
		return size;
	}

	public boolean isEmpty() {
		return size == 0;
	}

	public boolean isIpv6(int at) {
		return (lengthAndFamily[at] & 0x100) != 0;
	}

	public boolean isDelete(int at) {
		return nexthop[at] == DELETE;
	}

	public int length(int at) {
		return lengthAndFamily[at] & 0xff;
	}

	public long high(int at) {
		return high[at];
	}

	public long low(int at) {
		return low[at];
	}

	/** The nexthop id of a put. */
	public int nexthop(int at) {
		return nexthop[at];
	}
}
