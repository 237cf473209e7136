package io.signalbox.feed.fpm;

import io.signalbox.feed.FeedLedger;
import io.signalbox.feed.fpm.RouteTerms.Said;
import io.signalbox.feed.netlink.KernelNexthops;
import io.signalbox.feed.netlink.MalformedMessageException;
import io.signalbox.feed.netlink.MessageWalk;
import io.signalbox.feed.netlink.NetlinkMessage;
import io.signalbox.feed.netlink.NexthopMessage;
import io.signalbox.feed.netlink.RouteType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * What one connection says: frames of the Forwarding Plane Manager (a byte version 1, a byte type 1 for netlink, two bytes
 * length with these four, most significant first), in each netlink messages. One thread.
 */
final class FpmSession {
	private static final int HEADER = 4;
	private static final int VERSION = 1;
	private static final int NETLINK = 1;
	private static final Set<RouteType> READ =
			Set.of(RouteType.UNICAST, RouteType.BLACKHOLE, RouteType.UNREACHABLE, RouteType.PROHIBIT);
	private static final long NANOS_A_MILLI = 1_000_000;
	/** The first ten bits of fe80::/10: each interface of a host has such a prefix, and no router forwards it. */
	private static final long LINK_LOCAL = 0x3fa;

	private final ChangeQueue queue;
	private final FeedLedger ledger;
	private final Runnable endMarker;
	private final TermsTable terms;
	private final KernelNexthops nexthops;
	private final NamedRoutes named = new NamedRoutes();
	/** Nexthop objects that changed in what is being taken. */
	private final Set<Integer> changed = new HashSet<>();
	/** Of the nexthop objects: another one after each change. */
	private long version;
	private int millis;

	/** Tells {@code endMarker} of an end marker. */
	FpmSession(FpmOptions options, ChangeQueue queue, FeedLedger ledger, Runnable endMarker) {
		this.queue = queue;
		this.ledger = ledger;
		this.endMarker = endMarker;
		this.terms = new TermsTable(vrfs(options));
		this.nexthops = new KernelNexthops(index -> Optional.ofNullable(options.interfaces().get(index)));
	}

	private static LongFunction<Optional<String>> vrfs(FpmOptions options) {
		return table -> Optional.ofNullable(options.tables().get(table));
	}

	/** Milliseconds of the clock that changes are stamped with. */
	static int now() {
		return (int) (System.nanoTime() / NANOS_A_MILLI) & Integer.MAX_VALUE;
	}

	/** Takes all whole frames from the buffer's position on, and leaves the rest. */
	void take(ByteBuffer bytes) {
		try {
			frames(bytes);
		} finally {
			if (!changed.isEmpty()) {
				follow();
			}
		}
	}

	private void frames(ByteBuffer bytes) {
		MessageWalk walk = new MessageWalk(bytes);
		millis = now();
		while (bytes.remaining() >= HEADER) {
			int from = bytes.position();
			int size = size(bytes.order(ByteOrder.BIG_ENDIAN).getInt(from));
			if (size > bytes.remaining()) {
				return;
			}
			walk.over(from + HEADER, from + size);
			while (walk.next()) {
				ledger.message();
				message(walk);
			}
			bytes.position(from + size);
		}
	}

	private static int size(int header) {
		int size = header & 0xffff;
		if (header >>> 24 != VERSION || (header >>> 16 & 0xff) != NETLINK || size < HEADER) {
			throw new MalformedMessageException("a frame begins with version " + (header >>> 24) + ", type "
					+ (header >>> 16 & 0xff) + ", length " + size + "; expected 1, 1, and at least 4");
		}
		return size;
	}

	private void message(MessageWalk walk) {
		switch (walk.type()) {
			case NetlinkMessage.RTM_NEWROUTE, NetlinkMessage.RTM_DELROUTE -> route(walk);
			case NetlinkMessage.RTM_NEWNEXTHOP, NetlinkMessage.RTM_DELNEXTHOP ->
				nexthop((NexthopMessage) walk.message());
			case NetlinkMessage.NLMSG_DONE -> endMarker.run();
			default -> ledger.count("other-message");
		}
	}

	private void route(MessageWalk walk) {
		RouteTerms read = terms.read(walk);
		if (read == null) {
			ledger.count("other-message");
		} else if (read.vrf.isEmpty()) {
			ledger.count("unknown-table");
		} else if (read.isPartial()) {
			ledger.count("partial-route");
		} else if (terms.ipv6 && terms.high >>> 54 == LINK_LOCAL) {
			ledger.count("link-local-prefix");
		} else {
			route(read);
		}
	}

	private void route(RouteTerms read) {
		Said said = read.said(nexthops, version);
		if (!read.message.isNew()) {
			ledger.withdrawn();
		} else if (!said.isWithdraw()) {
			ledger.announced();
		} else {
			ledger.count(whyLeftOut(read));
		}
		if (read.namesNexthop()) {
			named.put(terms.ipv6, terms.high, terms.low, terms.length, read);
		} else if (!named.isEmpty()) {
			named.remove(terms.ipv6, terms.high, terms.low, terms.length, read);
		}
		queue.add(terms.ipv6, terms.high, terms.low, terms.length, said, millis);
	}

	/** Of an announcement that is no way for the box; what the peer said of the prefix before no longer holds. */
	private String whyLeftOut(RouteTerms read) {
		if (!READ.contains(read.message.type())) {
			return "other-route-type";
		}
		boolean unknown = read.namesNexthop() && !nexthops.has(read.message.nexthopId());
		return unknown ? "unknown-nexthop" : "unusable-next-hop";
	}

	/** Takes note of a change; {@link #follow} tells the routes. */
	private void nexthop(NexthopMessage message) {
		if (!nexthops.hasRoom(message)) {
			ledger.error("nexthop-limit", "nexthop object " + message.id() + " is left out: there are too many");
		} else if (nexthops.take(message)) {
			version++;
			changed.add(message.id());
		}
	}

	/** A change of an object is one of all routes that take it: one walk for all that came together, as when a link goes. */
	private void follow() {
		named.each(
				route -> changed.stream().anyMatch(id -> nexthops.isPartOf(id, route.message.nexthopId())),
				(ipv6, high, low, length, route) ->
						queue.add(ipv6, high, low, length, route.said(nexthops, version), millis));
		changed.clear();
	}
}
