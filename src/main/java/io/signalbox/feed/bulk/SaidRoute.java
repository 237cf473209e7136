package io.signalbox.feed.bulk;

import io.signalbox.net.Prefix;
import io.signalbox.net.Shown;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import java.util.EnumSet;
import java.util.Set;

/**
 * What one element of a body says about a route. One object serves a whole body: it is cleared and filled for each
 * element, and remembers the nexthops of those before, since a million routes have few. One thread.
 */
public final class SaidRoute {
	private static final String UNICAST = "unicast";

	private final SaidHops hops = new SaidHops();
	private final Set<RouteMember> seen = EnumSet.noneOf(RouteMember.class);
	private boolean delete;
	private Prefix prefix;
	private String type;
	private long metric;
	private int preference;

	void clear() {
		seen.clear();
		delete = false;
		prefix = null;
		type = UNICAST;
		hops.clear();
		metric = 0;
		preference = RouteChanges.SOURCE_DISTANCE;
	}

	/** Notes that a member is there; false when it was there before. */
	boolean see(RouteMember member) {
		return seen.add(member);
	}

	void op(String text) {
		delete = switch (text) {
			case "put" -> false;
			case "delete" -> true;
			default -> throw BadRouteException.invalid("/op", "op " + Shown.quoted(text) + " is none of put, delete");
		};
	}

	void prefix(String text) {
		try {
			prefix = Prefix.parse(text);
		} catch (IllegalArgumentException wrong) {
			throw BadRouteException.value("/destinationPrefix", wrong);
		}
	}

	void type(String text) {
		type = switch (text) {
			case UNICAST, "blackhole", "unreachable", "prohibit" -> text;
			default -> throw BadRouteException.invalid(
					"/type", "type " + Shown.quoted(text) + " is none of unicast, blackhole, unreachable, prohibit");
		};
	}

	SaidHops hops() {
		return hops;
	}

	void metric(long value) {
		metric = value;
	}

	void preference(int value) {
		preference = value;
	}

	/** Checks that all members are there that the form asks for, and none that contradicts another. */
	void check(RouteForm form) {
		for (RouteMember member : RouteMember.values()) {
			if (form.requires(member) && !seen.contains(member)) {
				throw BadRouteException.invalid(member.pointer(), member + " is missing");
			}
		}
		if (delete) {
			for (RouteMember member : seen) {
				if (!form.requires(member)) {
					throw BadRouteException.invalid(member.pointer(), member + " belongs to op put, not to delete");
				}
			}
		} else if (!type.equals(UNICAST)) {
			if (seen.contains(RouteMember.NEXT_HOPS)) {
				throw BadRouteException.invalid("/nextHops", "a route of type " + type + " has no nextHops");
			}
		} else if (hops.isEmpty()) {
			throw BadRouteException.invalid(
					"/nextHops", "a unicast route has at least one next hop: nextHops is missing or empty");
		}
	}

	public Prefix prefix() {
		return prefix;
	}

	public boolean isDelete() {
		return delete;
	}

	/** Adds what was said to a batch. */
	public void addTo(RouteChanges changes) {
		addTo(changes, prefix);
	}

	/** Adds what was said about a prefix that the body does not name. */
	public void addTo(RouteChanges changes, Prefix about) {
		if (delete) {
			changes.withdraw(about);
		} else {
			changes.announce(about, nexthop(), metric, preference);
		}
	}

	private Nexthop nexthop() {
		return switch (type) {
			case "blackhole" -> new Nexthop.Blackhole();
			case "unreachable" -> new Nexthop.Unreachable();
			case "prohibit" -> new Nexthop.Prohibit();
			default -> hops.nexthop();
		};
	}
}
