package io.signalbox.feed.kernel;

import io.signalbox.feed.netlink.LinkMessage;
import io.signalbox.feed.netlink.NetlinkMessage;
import io.signalbox.feed.netlink.NexthopMessage;
import io.signalbox.feed.netlink.RouteHop;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.feed.netlink.RouteType;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Packed;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Messages of a kernel, by the words of {@code ip route}. */
final class Routes {
	static final int REPLACE = NetlinkMessage.NLM_F_REPLACE;
	static final int APPEND = NetlinkMessage.NLM_F_APPEND;

	private Routes() {}

	static RouteMessage via(String prefix, String... addresses) {
		return route(prefix, 0, RouteType.UNICAST, RouteMessage.RTPROT_BIRD, 0,
				Stream.of(addresses).map(address -> hop(0, address)).toList());
	}

	static RouteMessage via(String prefix, long metric, String address) {
		return route(prefix, metric, RouteType.UNICAST, RouteMessage.RTPROT_BIRD, 0, List.of(hop(0, address)));
	}

	static RouteMessage dev(String prefix, int index, int protocol) {
		return route(prefix, 0, RouteType.UNICAST, protocol, 0, List.of(new RouteHop(index, Optional.empty(), 1, 0, false)));
	}

	static RouteMessage object(String prefix, int id) {
		return route(prefix, 0, RouteType.UNICAST, RouteMessage.RTPROT_BIRD, id, List.of());
	}

	static RouteMessage of(RouteType type, String prefix) {
		return route(prefix, 0, type, RouteMessage.RTPROT_STATIC, 0, List.of());
	}

	static RouteHop hop(int index, String address) {
		return new RouteHop(index, Optional.of(IpAddress.parse(address)), 1, 0, false);
	}

	private static RouteMessage route(String text, long metric, RouteType type, int protocol, int id, List<RouteHop> hops) {
		Prefix prefix = Prefix.parse(text);
		return new RouteMessage(true, 0, Packed.isIpv6(prefix), Packed.high(prefix), Packed.low(prefix), prefix.length(),
				0, 0, KernelSettings.MAIN, protocol, 0, type, 0, metric, id, hops);
	}

	static RouteMessage flagged(RouteMessage route, int flags) {
		return new RouteMessage(route.isNew(), flags, route.ipv6(), route.high(), route.low(), route.length(), 0, 0,
				route.table(), route.protocol(), route.scope(), route.type(), 0, route.priority(), route.nexthopId(),
				route.hops());
	}

	static RouteMessage inTable(RouteMessage route, long table) {
		return new RouteMessage(true, 0, route.ipv6(), route.high(), route.low(), route.length(), 0, 0, table,
				route.protocol(), 0, route.type(), 0, route.priority(), 0, route.hops());
	}

	static RouteMessage withTos(RouteMessage route, int tos) {
		return new RouteMessage(true, 0, route.ipv6(), route.high(), route.low(), route.length(), 0, tos, route.table(),
				route.protocol(), 0, route.type(), 0, route.priority(), 0, route.hops());
	}

	static RouteMessage gone(RouteMessage route) {
		return new RouteMessage(false, 0, route.ipv6(), route.high(), route.low(), route.length(), 0, 0, route.table(),
				route.protocol(), 0, route.type(), 0, route.priority(), route.nexthopId(), route.hops());
	}

	static LinkMessage link(int index, String name, boolean up) {
		return new LinkMessage(true, index, name, up ? 0x1_0001 : 0, Optional.empty(), 1500, 0, 0, "", 0);
	}

	static NexthopMessage nexthop(int id, String address) {
		return new NexthopMessage(
				true, 0, id, 0, 0, false, 0, Optional.of(IpAddress.parse(address)), false, List.of());
	}
}
