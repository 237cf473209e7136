package io.signalbox.rib;

import io.signalbox.route.Nexthop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The nexthops that routes say: one id for all that say the same, kept while one does. A transaction's changes are
 * remembered until {@link #finish} or {@link #undo}; an id that becomes free is not given out before. One thread.
 */
final class NexthopTable {
	private final int limit;
	private final List<Slot> slots = new ArrayList<>();
	private final Map<Nexthop, Integer> ids = new HashMap<>();
	private final BitSet free = new BitSet();
	private final Set<Integer> touched = new LinkedHashSet<>();

	/** One nexthop; {@code programmed} is what the listener has, null when nothing. */
	private static final class Slot {
		private final Nexthop said;
		private Resolution resolution;
		private Resolution before;
		private ResolvedNexthop programmed;
		private int routes;

		private Slot(Nexthop said, Resolution resolution) {
			this.said = said;
			this.resolution = resolution;
			this.before = resolution;
		}

		private ResolvedNexthop wanted() {
			return routes == 0 ? null : resolution.resolved().orElse(null);
		}
	}

	NexthopTable(int limit) {
		this.limit = limit;
		slots.add(null);
	}

	/** The id of a nexthop, new where none of the routes says it yet. */
	int intern(Nexthop nexthop, NexthopResolver resolver) {
		Integer known = ids.get(nexthop);
		if (known != null) {
			return known;
		}
		int id = free.isEmpty() ? slots.size() : free.nextSetBit(0);
		if (id >= limit) {
			throw new RibFullException("all " + (limit - 1) + " nexthops are in use");
		}
		Slot slot = new Slot(nexthop, resolver.resolve(id, nexthop));
		if (id == slots.size()) {
			slots.add(slot);
		} else {
			free.clear(id);
			slots.set(id, slot);
		}
		ids.put(nexthop, id);
		touched.add(id);
		return id;
	}

	void retain(int id) {
		if (slots.get(id).routes++ == 0) {
			touched.add(id);
		}
	}

	void release(int id) {
		if (--slots.get(id).routes == 0) {
			touched.add(id);
		}
	}

	boolean isResolved(int id) {
		return slots.get(id).resolution.resolved().isPresent();
	}

	Nexthop get(int id) {
		return slots.get(id).said;
	}

	Resolution resolution(int id) {
		return slots.get(id).resolution;
	}

	/** Resolves all of them anew; returns those that came to resolve or ceased to. */
	BitSet resolve(NexthopResolver resolver) {
		BitSet flipped = new BitSet();
		for (int id = 1; id < slots.size(); id++) {
			Slot slot = slots.get(id);
			if (slot != null) {
				Resolution now = resolver.resolve(id, slot.said);
				if (!now.equals(slot.resolution)) {
					flipped.set(id, now.resolved().isPresent() != slot.resolution.resolved().isPresent());
					slot.resolution = now;
					touched.add(id);
				}
			}
		}
		return flipped;
	}

	/** Adds to a commit what the listener must set and what it may free. */
	void emit(FibChange change) {
		for (int id : touched) {
			Slot slot = slots.get(id);
			ResolvedNexthop wanted = slot.wanted();
			if (wanted == null && slot.programmed != null) {
				change.freed(id);
			} else if (wanted != null && !wanted.equals(slot.programmed)) {
				change.nexthop(wanted);
			}
		}
	}

	/** The listener has it all. */
	void finish() {
		for (int id : touched) {
			Slot slot = slots.get(id);
			slot.programmed = slot.wanted();
			slot.before = slot.resolution;
		}
		forgetUnused();
	}

	/** The listener has none of it; what the routes retain and release is undone already. */
	void undo() {
		for (int id : touched) {
			Slot slot = slots.get(id);
			slot.resolution = slot.before;
		}
		forgetUnused();
	}

	private void forgetUnused() {
		for (int id : touched) {
			Slot slot = slots.get(id);
			if (slot.routes == 0) {
				ids.remove(slot.said);
				slots.set(id, null);
				free.set(id);
			}
		}
		touched.clear();
	}

	int count() {
		return ids.size();
	}

	/** All ids are below this number. */
	int bound() {
		return slots.size();
	}

	/** At most {@code most} of them with ids above {@code after}. */
	List<NexthopUse> list(int after, int most) {
		List<NexthopUse> page = new ArrayList<>();
		for (int id = after + 1; id < slots.size() && page.size() < most; id++) {
			Slot slot = slots.get(id);
			if (slot != null) {
				page.add(new NexthopUse(
						id, slot.said, slot.resolution.resolved(), slot.resolution.reason(), slot.routes));
			}
		}
		return page;
	}
}
