package io.signalbox.route;

import io.signalbox.net.Prefix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Announcements and withdrawals of one source in one VRF, in packed form: no object a route. Filled by one thread, then only
 * read. An IPv4 address is in the upper 32 bits of {@code high}, an IPv6 address in {@code high, low}.
 */
public final class RouteChanges {
	/** The distance of a route that says none: its source's, also when that changes later. */
	public static final int SOURCE_DISTANCE = -1;

	/** The VRF that is always there. */
	public static final String DEFAULT_VRF = "default";

	private static final int WITHDRAW = -1;
	private static final int IPV6 = 0x100;
	private static final int INITIAL = 16;
	private static final long[] NOT_DATED = {};

	private final String vrf;
	private final List<Nexthop> nexthops = new ArrayList<>();
	private final Map<Nexthop, Integer> numbers = new HashMap<>();
	private long[] high = new long[INITIAL];
	private long[] low = new long[INITIAL];
	private short[] lengthAndFamily = new short[INITIAL];
	private int[] nexthop = new int[INITIAL];
	private int[] metric = new int[INITIAL];
	private short[] distance = new short[INITIAL];
	private long[] since = NOT_DATED;
	private int size;

	public RouteChanges(String vrf) {
		this.vrf = vrf;
	}

	/** Of the default VRF. */
	public RouteChanges() {
		this(DEFAULT_VRF);
	}

	public String vrf() {
		return vrf;
	}

	/** The number by which announcements of this batch name a nexthop. */
	public int number(Nexthop value) {
		Integer known = numbers.get(value);
		if (known != null) {
			return known;
		}
		nexthops.add(value);
		numbers.put(value, nexthops.size() - 1);
		return nexthops.size() - 1;
	}

	/** An announcement; {@code nexthopNumber} is from {@link #number}, the prefix must be canonical. */
	public void announce(
			boolean ipv6, long highBits, long lowBits, int length, int nexthopNumber, long metricValue, int distanceValue) {
		add(ipv6, highBits, lowBits, length, nexthopNumber);
		metric[size - 1] = (int) metricValue;
		distance[size - 1] = (short) distanceValue;
	}

	public void announce(Prefix prefix, Nexthop value, long metricValue, int distanceValue) {
		announce(
				Packed.isIpv6(prefix),
				Packed.high(prefix),
				Packed.low(prefix),
				prefix.length(),
				number(value),
				metricValue,
				distanceValue);
	}

	/** The route announced last was said then already, in milliseconds since 1970; without this it is as old as its commit. */
	public void dated(long sinceMillis) {
		if (since.length < high.length) {
			since = Arrays.copyOf(since, high.length);
		}
		since[size - 1] = sinceMillis;
	}

	/** An announcement with metric 0 and the source's distance. */
	public void announce(Prefix prefix, Nexthop value) {
		announce(prefix, value, 0, SOURCE_DISTANCE);
	}

	public void withdraw(boolean ipv6, long highBits, long lowBits, int length) {
		add(ipv6, highBits, lowBits, length, WITHDRAW);
	}

	public void withdraw(Prefix prefix) {
		withdraw(Packed.isIpv6(prefix), Packed.high(prefix), Packed.low(prefix), prefix.length());
	}

	private void add(boolean ipv6, long highBits, long lowBits, int length, int nexthopNumber) {
		if (size == high.length) {
			grow(size * 2);
		}
		high[size] = highBits;
		low[size] = lowBits;
		lengthAndFamily[size] = (short) (length | (ipv6 ? IPV6 : 0));
		nexthop[size] = nexthopNumber;
		size++;
	}

	private void grow(int larger) {
		high = Arrays.copyOf(high, larger);
		low = Arrays.copyOf(low, larger);
		lengthAndFamily = Arrays.copyOf(lengthAndFamily, larger);
		nexthop = Arrays.copyOf(nexthop, larger);
		metric = Arrays.copyOf(metric, larger);
		distance = Arrays.copyOf(distance, larger);
	}

	/** Those from one place up to another, which is not among them. */
	public RouteChanges part(int from, int to) {
		RouteChanges part = new RouteChanges(vrf);
		for (int at = from; at < to; at++) {
			if (isWithdraw(at)) {
				part.withdraw(isIpv6(at), high(at), low(at), length(at));
			} else {
				part.announce(isIpv6(at), high(at), low(at), length(at), part.number(nexthops.get(nexthop[at])), metric(at),
						distance(at));
				if (since(at) != 0) {
					part.dated(since(at));
				}
			}
		}
		return part;
	}

	public int size() {
		return size;
	}

	public boolean isEmpty() {
		return size == 0;
	}

	/** How many different nexthops the announcements name. */
	public int nexthopCount() {
		return nexthops.size();
	}

	public List<Nexthop> nexthops() {
		return List.copyOf(nexthops);
	}

	public boolean isWithdraw(int at) {
		return nexthop[at] == WITHDRAW;
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

	/** The number of an announcement's nexthop within {@link #nexthops}. */
	public int nexthop(int at) {
		return nexthop[at];
	}

	public long metric(int at) {
		return Integer.toUnsignedLong(metric[at]);
	}

	/** 0 to 255, or {@link #SOURCE_DISTANCE}. */
	public int distance(int at) {
		return distance[at];
	}

	/** When an announcement was said, in milliseconds since 1970; 0 = now. */
	public long since(int at) {
		return at < since.length ? since[at] : 0;
	}

	public Prefix prefix(int at) {
		return Packed.prefix(isIpv6(at), high[at], low[at], length(at));
	}
}
