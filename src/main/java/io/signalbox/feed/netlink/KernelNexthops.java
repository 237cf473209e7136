package io.signalbox.feed.netlink;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Nexthop.Hop;
import io.signalbox.route.Nexthop.Member;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * The kernel's nexthop objects, and what the ways of its routes are for the box. One thread.
 *
 * <p>A way that the box cannot go is left out: one that is dead or puts another header on, and one by an interface that
 * is not the box's and names no address that could be looked up instead. A route of which nothing is left has no nexthop.
 */
public final class KernelNexthops {
	/** Objects and members of groups together: some 100 MiB, a hundred times what a router of many ways has. */
	private static final int ROOM = 1 << 20;

	private final IntFunction<Optional<String>> boxInterfaces;
	private int room = ROOM;
	private final Map<Integer, NexthopMessage> objects = new HashMap<>();

	public KernelNexthops(KernelLinks links) {
		this(links::boxInterface);
	}

	/** Asks {@code boxInterfaces} for the box's interface that is the kernel's of a number. */
	public KernelNexthops(IntFunction<Optional<String>> boxInterfaces) {
		this.boxInterfaces = boxInterfaces;
	}

	/** False when so many are there that this one cannot be taken; it has to be let go then. */
	public boolean hasRoom(NexthopMessage object) {
		return !object.isNew() || room + size(objects.get(object.id())) >= size(object);
	}

	/** Takes an object, or that it is gone; false when that changes nothing. */
	public boolean take(NexthopMessage object) {
		NexthopMessage before = object.isNew() ? objects.put(object.id(), object) : objects.remove(object.id());
		room += size(before) - (object.isNew() ? size(object) : 0);
		return object.isNew() ? !object.equals(before) : before != null;
	}

	private static int size(NexthopMessage object) {
		return object == null ? 0 : 1 + object.members().size();
	}

	public boolean has(int id) {
		return objects.containsKey(id);
	}

	/** Whether the object of an id is what a route by {@code used} takes, itself or in its group. */
	public boolean isPartOf(int id, int used) {
		NexthopMessage group = objects.get(used);
		return id == used || (group != null && group.members().stream().anyMatch(member -> member.id() == id));
	}

	public void clear() {
		objects.clear();
		room = ROOM;
	}

	/** The nexthop of a route of that type, by the object where it names one (id not 0), else by its hops. */
	public Optional<Nexthop> nexthop(RouteType type, int nexthopId, List<RouteHop> hops) {
		return switch (type) {
			case BLACKHOLE -> Optional.of(new Nexthop.Blackhole());
			case UNREACHABLE -> Optional.of(new Nexthop.Unreachable());
			case PROHIBIT -> Optional.of(new Nexthop.Prohibit());
			case UNICAST -> nexthopId == 0 ? unicast(hops.stream()) : ofObject(nexthopId);
			default -> Optional.empty();
		};
	}

	private Optional<Nexthop> ofObject(int id) {
		NexthopMessage object = objects.get(id);
		if (object == null) {
			return Optional.empty();
		}
		List<NexthopMessage.Member> members =
				object.members().isEmpty() ? List.of(new NexthopMessage.Member(id, 1)) : object.members();
		if (members.stream().anyMatch(member -> isBlackhole(member.id()))) {
			return Optional.of(new Nexthop.Blackhole());
		}
		return unicast(members.stream().filter(member -> objects.containsKey(member.id()))
				.map(member -> objects.get(member.id()).hop(member.weight())));
	}

	/** Such an object is the only one of its group. */
	private boolean isBlackhole(int id) {
		NexthopMessage object = objects.get(id);
		return object != null && object.blackhole();
	}

	/** Ways that are the same for the box count as one, with their weights together. */
	private Optional<Nexthop> unicast(Stream<RouteHop> ways) {
		Map<Hop, Integer> weights = new LinkedHashMap<>();
		ways.forEach(way -> hop(way).ifPresent(hop -> weights.merge(hop, way.weight(), Integer::sum)));
		List<Member> members = weights.entrySet().stream()
				.limit(Nexthop.Multipath.MAX_MEMBERS)
				.map(entry -> new Member(entry.getKey(), Math.clamp(entry.getValue(), 1, Member.MAX_WEIGHT)))
				.toList();
		return members.isEmpty() ? Optional.empty() : Optional.of(Nexthop.of(members));
	}

	private Optional<Hop> hop(RouteHop way) {
		if (way.encapsulated() || (way.flags() & RouteHop.DEAD) != 0) {
			return Optional.empty();
		}
		Optional<String> name = boxInterfaces.apply(way.index());
		if (way.address().isEmpty()) {
			return name.map(Nexthop.Connected::new);
		}
		if (name.isPresent()) {
			return Optional.of(new Nexthop.Via(way.address().get(), name, Optional.empty(), way.onlink()));
		}
		return way.address()
				.filter(address -> !isLinkLocal(address))
				.map(Nexthop.Via::new);
	}

	/** FRR writes 169.254.0.1 where the next hop of an IPv4 route is an IPv6 address and no object says which. */
	private static boolean isLinkLocal(IpAddress address) {
		return switch (address) {
			case Ipv4Address ipv4 -> ipv4.bits() >>> 16 == 0xa9fe;
			case Ipv6Address ipv6 -> ipv6.isLinkLocal();
		};
	}
}
