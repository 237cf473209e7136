package io.signalbox.snapshot;

import io.signalbox.route.RouteChanges;

/**
 * Routes as bytes, each by what it has other than the one before: its prefix's length, what follows, the distance of the
 * prefix in units of its own length (of a table in order mostly one byte), then what follows. Some five bytes a route.
 */
final class RouteCodec {
	private static final int NEXTHOP = 1;
	private static final int METRIC = 2;
	private static final int DISTANCE = 4;
	private static final int SINCE = 8;
	private static final int WITHDRAW = 16;

	private final boolean ipv6;
	private long high;
	private long low;
	private int nexthop;
	private long metric;
	private int distance = RouteChanges.SOURCE_DISTANCE;
	private long since;

	/** For one block; {@code since} is where ages count from. */
	RouteCodec(boolean ipv6, long since) {
		this.ipv6 = ipv6;
		this.since = since;
	}

	/** {@code nexthopNumber} is the file's. */
	void write(RouteChanges from, int at, int nexthopNumber, BlockOut out) {
		int length = from.length(at);
		int follows = from.isWithdraw(at)
				? WITHDRAW
				: (nexthopNumber == nexthop ? 0 : NEXTHOP)
						| (from.metric(at) == metric ? 0 : METRIC)
						| (from.distance(at) == distance ? 0 : DISTANCE)
						| (from.since(at) == since ? 0 : SINCE);
		out.oneByte(length);
		out.oneByte(follows);
		writePrefix(from.high(at), from.low(at), length, out);
		if ((follows & NEXTHOP) != 0) {
			nexthop = nexthopNumber;
			out.number(nexthop);
		}
		if ((follows & METRIC) != 0) {
			metric = from.metric(at);
			out.number(metric);
		}
		if ((follows & DISTANCE) != 0) {
			distance = from.distance(at);
			out.signed(distance);
		}
		if ((follows & SINCE) != 0) {
			out.signed(from.since(at) - since);
			since = from.since(at);
		}
	}

	private void writePrefix(long toHigh, long toLow, int length, BlockOut out) {
		long step = shorten(toHigh, length) - shorten(high, length);
		out.number(step);
		if (length > Long.SIZE) {
			out.number(shorten(toLow, length - Long.SIZE) - (step == 0 ? shorten(low, length - Long.SIZE) : 0));
		}
		high = toHigh;
		low = toLow;
	}

	/** The first bits of a word, as a number. */
	private static long shorten(long word, int bits) {
		return bits == 0 ? 0 : bits >= Long.SIZE ? word : word >>> (Long.SIZE - bits);
	}

	private static long lengthen(long number, int bits) {
		return bits == 0 ? 0 : bits >= Long.SIZE ? number : number << (Long.SIZE - bits);
	}

	/** The next route into {@code into}; {@code nexthops} knows the file's nexthops there. */
	void read(BlockIn in, FileNexthops nexthops, RouteChanges into) {
		int length = in.oneByte();
		if (length > (ipv6 ? 128 : 32)) {
			throw BlockIn.damaged("a prefix is longer than an address");
		}
		int follows = in.oneByte();
		long step = in.number();
		high = lengthen(shorten(high, length) + step, length);
		low = length <= Long.SIZE ? 0 : readLow(in, step, length - Long.SIZE);
		if (follows == WITHDRAW) {
			into.withdraw(ipv6, high, low, length);
			return;
		}
		nexthop = (follows & NEXTHOP) != 0 ? in.number(nexthops.count()) : nexthop;
		metric = (follows & METRIC) != 0 ? in.number() & 0xffff_ffffL : metric;
		distance = (follows & DISTANCE) != 0 ? (int) in.signed() : distance;
		since = (follows & SINCE) != 0 ? since + in.signed() : since;
		if (nexthop >= nexthops.count() || distance < RouteChanges.SOURCE_DISTANCE || distance > 255 || since < 0) {
			throw BlockIn.damaged("a route is none");
		}
		into.announce(ipv6, high, low, length, nexthops.number(nexthop), metric, distance);
		into.dated(since);
	}

	private long readLow(BlockIn in, long step, int bits) {
		return lengthen((step == 0 ? shorten(low, bits) : 0) + in.number(), bits);
	}
}
