package io.signalbox.rib;

import java.util.Arrays;

/**
 * The routes of one VRF that a commit changes, in packed form. Addresses as in
 * {@link io.signalbox.route.RouteChanges}. Written by the RIB, read by its listener.
 */
public final class FibRoutes {
	private static final int IPV6 = 0x100;
	private static final int INITIAL = 16;

	private final int vrf;
	private long[] high = new long[INITIAL];
	private long[] low = new long[INITIAL];
	private short[] lengthAndFamily = new short[INITIAL];
	private int[] nexthop = new int[INITIAL];
	private int[] before = new int[INITIAL];
	private int size;

	FibRoutes(int vrf) {
		this.vrf = vrf;
	}

	void add(boolean ipv6, long highBits, long lowBits, int length, int nexthopId, int idBefore) {
		if (size == high.length) {
			int larger = size * 2;
			high = Arrays.copyOf(high, larger);
			low = Arrays.copyOf(low, larger);
			lengthAndFamily = Arrays.copyOf(lengthAndFamily, larger);
			nexthop = Arrays.copyOf(nexthop, larger);
			before = Arrays.copyOf(before, larger);
		}
		high[size] = highBits;
		low[size] = lowBits;
		lengthAndFamily[size] = (short) (length | (ipv6 ? IPV6 : 0));
		nexthop[size] = nexthopId;
		before[size] = idBefore;
		size++;
	}

	/** The VRF's number. */
	public int vrf() {
		return vrf;
	}

	/** How many routes change. */
	public int size() {
		return size;
	}

	public boolean isDelete(int at) {
		return nexthop[at] == FibImage.NONE;
	}

	public boolean isIpv6(int at) {
		return (lengthAndFamily[at] & IPV6) != 0;
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

	/** The nexthop id of a put, 0 of a delete. */
	public int nexthop(int at) {
		return nexthop[at];
	}

	/** The nexthop id that the route had, 0 when it was not there. */
	public int before(int at) {
		return before[at];
	}
}
