package io.signalbox.feed.kernel;

import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A routing table as the kernel has it, and which of its prefixes the box is still to be told of: a prefix that changes
 * often is told once, as it is then, so that what waits is never more than the table. Most prefixes have one route; those
 * with several have a list beside. 50 bytes or so a prefix, also of one that is gone. One thread.
 *
 * <p>In a pass all that a dump has is compared with what is here. An event tells more than a dump that was made before
 * it, and less than one made after; which of the two it was cannot be seen of a prefix whose event comes first, so where
 * such a one differs another pass is due.
 */
final class KernelTable {
	private static final int NONE = -1;
	private static final int SEVERAL = -2;
	private static final int INITIAL = 1 << 8;

	/** What is known of a row: the dump had it; an event came before that, or after. */
	private static final int SEEN = 1;
	private static final int EVENT_BEFORE = 2;
	private static final int EVENT_AFTER = 4;
	/** There was a route already when an event came before the dump. */
	private static final int UNSURE = 8;
	private static final int OF_PASS = SEEN | EVENT_BEFORE | EVENT_AFTER | UNSURE;
	/** Was told as a route. */
	private static final int TOLD = 16;
	/** Has routes, none of which the box can go; was counted as that. */
	private static final int UNUSABLE = 32;

	private final Ways ways;
	private final PrefixRows rows = new PrefixRows();
	private final Map<Integer, List<Alternative>> several = new HashMap<>();
	private final Map<Integer, List<Alternative>> dumped = new HashMap<>();
	private final DueRows due = new DueRows();
	private int[] metric = new int[INITIAL];
	private int[] way = new int[INITIAL];
	private byte[] flags = new byte[INITIAL];
	private int told;
	private int missed;
	private int unusable;
	private boolean again;
	private boolean full;

	KernelTable(Ways ways) {
		this.ways = ways;
	}

	void announce(RouteMessage route) {
		int row = event(route);
		set(row, Alternative.announced(get(row), route, ways));
	}

	void withdraw(RouteMessage route) {
		int row = event(route);
		set(row, Alternative.withdrawn(get(row), route, ways));
	}

	private int event(RouteMessage route) {
		int row = row(route);
		boolean seen = (flags[row] & SEEN) != 0;
		if (seen && dumped.containsKey(row)) {
			set(row, dumped.remove(row));
		}
		boolean unsure = (flags[row] & OF_PASS) == 0 && way[row] != NONE;
		flags[row] |= (byte) (seen ? EVENT_AFTER : unsure ? EVENT_BEFORE | UNSURE : EVENT_BEFORE);
		return row;
	}

	/** @param tellAll also of prefixes that are as they were */
	void beginPass(boolean tellAll) {
		full = tellAll;
		missed = 0;
		again = false;
		dumped.clear();
		for (int row = 0; row < rows.size(); row++) {
			flags[row] &= ~OF_PASS;
		}
	}

	/** A route of the dump. */
	void takeDumped(RouteMessage route) {
		int row = row(route);
		Alternative one = new Alternative(route.priority(), ways.number(Way.of(route)));
		if ((flags[row] & EVENT_AFTER) != 0) {
			again |= !get(row).contains(one);
			return;
		}
		if ((flags[row] & SEEN) != 0) {
			List<Alternative> list = dumped.computeIfAbsent(row, at -> new ArrayList<>(get(at)));
			if (!list.contains(one)) {
				Alternative.append(list, one);
			}
			return;
		}
		flags[row] |= SEEN;
		if (way[row] == one.way() && Integer.toUnsignedLong(metric[row]) == one.metric()) {
			if (full) {
				due.add(row);
			}
		} else if (way[row] == NONE && (flags[row] & EVENT_BEFORE) == 0) {
			missed++;
			set(row, List.of(one));
		} else {
			dumped.put(row, new ArrayList<>(List.of(one)));
		}
	}

	/** After the last of the dump: what it did not have is gone. */
	Pass endPass() {
		for (Map.Entry<Integer, List<Alternative>> entry : dumped.entrySet()) {
			int row = entry.getKey();
			if (entry.getValue().equals(get(row))) {
				if (full) {
					due.add(row);
				}
			} else if ((flags[row] & EVENT_BEFORE) != 0) {
				again = true;
			} else {
				missed++;
				set(row, entry.getValue());
			}
		}
		dumped.clear();
		BitSet used = new BitSet();
		for (int row = 0; row < rows.size(); row++) {
			if (way[row] != NONE && (flags[row] & OF_PASS) == 0) {
				missed++;
				set(row, List.of());
			}
			again |= way[row] != NONE && (flags[row] & (SEEN | UNSURE)) == UNSURE;
			if (way[row] >= 0) {
				used.set(way[row]);
			}
		}
		several.values().forEach(list -> list.forEach(one -> used.set(one.way())));
		ways.keepOnly(used);
		return new Pass(missed, again);
	}

	/** After links or nexthop objects have changed. */
	void resolveAgain() {
		BitSet changed = ways.resolveAll();
		if (changed.isEmpty()) {
			return;
		}
		for (int row = 0; row < rows.size(); row++) {
			if (way[row] == SEVERAL || (way[row] >= 0 && changed.get(way[row]))) {
				due.add(row);
			}
		}
	}

	private List<Alternative> get(int row) {
		return switch (way[row]) {
			case NONE -> List.of();
			case SEVERAL -> several.get(row);
			default -> List.of(new Alternative(Integer.toUnsignedLong(metric[row]), way[row]));
		};
	}

	private void set(int row, List<Alternative> list) {
		if (list.equals(get(row))) {
			return;
		}
		several.remove(row);
		if (list.size() > 1) {
			several.put(row, List.copyOf(list));
			way[row] = SEVERAL;
		} else if (list.isEmpty()) {
			way[row] = NONE;
		} else {
			way[row] = list.getFirst().way();
			metric[row] = (int) list.getFirst().metric();
		}
		due.add(row);
	}

	private int row(RouteMessage route) {
		int before = rows.size();
		int row = rows.row(route.ipv6(), route.high(), route.low(), route.length());
		if (row == before) {
			if (row == way.length) {
				metric = Arrays.copyOf(metric, row * 2);
				way = Arrays.copyOf(way, row * 2);
				flags = Arrays.copyOf(flags, row * 2);
			}
			way[row] = NONE;
		}
		return row;
	}

	/** Prefixes that the box is to be told of. */
	int due() {
		return due.size();
	}

	/** Prefixes that the box has been told a route of. */
	int told() {
		return told;
	}

	/** Prefixes that came to have no route that the box can go since this was asked last. */
	int takeUnusable() {
		int count = unusable;
		unusable = 0;
		return count;
	}

	/** Adds the next of what is due, at most that many. */
	void tell(RouteChanges changes, int most) {
		for (int count = Math.min(most, due()); count > 0; count--) {
			tellRow(changes, due.next());
		}
	}

	/** The first that the box can go: dead ones are not used by the kernel either. */
	private void tellRow(RouteChanges changes, int row) {
		boolean ipv6 = rows.isIpv6(row);
		for (Alternative one : get(row)) {
			Optional<Nexthop> nexthop = ways.nexthop(one.way());
			if (nexthop.isPresent()) {
				told += (flags[row] & TOLD) == 0 ? 1 : 0;
				flags[row] = (byte) ((flags[row] | TOLD) & ~UNUSABLE);
				changes.announce(ipv6, rows.high(row), rows.low(row), rows.length(row), changes.number(nexthop.get()),
						one.metric(), RouteChanges.SOURCE_DISTANCE);
				return;
			}
		}
		boolean has = way[row] != NONE;
		unusable += has && (flags[row] & UNUSABLE) == 0 ? 1 : 0;
		flags[row] = (byte) (has ? flags[row] | UNUSABLE : flags[row] & ~UNUSABLE);
		if ((flags[row] & TOLD) != 0) {
			told--;
			flags[row] &= ~TOLD;
			changes.withdraw(ipv6, rows.high(row), rows.low(row), rows.length(row));
		}
	}
}
