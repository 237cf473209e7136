package io.signalbox.rib;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one commit changes in the forwarding table: nexthops to set, routes, then nexthops to free, in packed form.
 * Addresses as in {@link io.signalbox.route.RouteChanges}. Written by the RIB, read by its listener.
 */
public final class FibChange {
	private static final int DELETE = -1;
	private static final int IPV6 = 0x100;
	private static final int INITIAL = 16;

	private final List<ResolvedNexthop> nexthops = new ArrayList<>();
	private final List<Integer> freed = new ArrayList<>();
	private long[] high = new long[INITIAL];
	private long[] low = new long[INITIAL];
	private short[] lengthAndFamily = new short[INITIAL];
	private int[] nexthop = new int[INITIAL];
	private int size;

	FibChange() {}

	void nexthop(ResolvedNexthop resolved) {
		nexthops.add(resolved);
	}

	void freed(int id) {
		freed.add(id);
	}

	void route(boolean ipv6, long highBits, long lowBits, int length, int nexthopId) {
		if (size == high.length) {
			int larger = size * 2;
			high = Arrays.copyOf(high, larger);
			low = Arrays.copyOf(low, larger);
			lengthAndFamily = Arrays.copyOf(lengthAndFamily, larger);
			nexthop = Arrays.copyOf(nexthop, larger);
		}
		high[size] = highBits;
		low[size] = lowBits;
		lengthAndFamily[size] = (short) (length | (ipv6 ? IPV6 : 0));
		nexthop[size] = nexthopId == 0 ? DELETE : nexthopId;
		size++;
	}

	public boolean isEmpty() {
		return size == 0 && nexthops.isEmpty() && freed.isEmpty();
	}

	/** New and changed nexthops: set them before the routes. */
	public List<ResolvedNexthop> nexthops() {
		return List.copyOf(nexthops);
	}

	/** Ids that no route points to after this commit: free them after the routes. */
	public List<Integer> freed() {
		return List.copyOf(freed);
	}

	/** How many routes change. */
	public int size() {
		return size;
	}

	public boolean isDelete(int at) {
		return nexthop[at] == DELETE;
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

	/** The nexthop id of a put. */
	public int nexthop(int at) {
		return nexthop[at];
	}
}
