package io.signalbox.feed.netlink;

/** {@code rtm_type}, what is done with a route's packets. */
public enum RouteType {
	UNSPECIFIED(0),
	UNICAST(1),
	LOCAL(2),
	BROADCAST(3),
	ANYCAST(4),
	MULTICAST(5),
	BLACKHOLE(6),
	UNREACHABLE(7),
	PROHIBIT(8),
	THROW(9),
	NAT(10),
	/** One that is younger than this list. */
	OTHER(255);

	private static final RouteType[] ALL = values();

	private final int number;

	RouteType(int number) {
		this.number = number;
	}

	int number() {
		return number;
	}

	/** They are numbered without a gap, but for the last. */
	static RouteType of(int number) {
		return number < ALL.length - 1 ? ALL[number] : OTHER;
	}
}
