package io.signalbox.rib;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The routes of a table with ways that would resolve through the route itself: those ways are left out when others
 * resolve by the route, and a route with no other way cannot win. Few or none. One thread.
 */
final class Loops {
	private final Map<Integer, Set<Tracked>> heldOut = new HashMap<>();
	private final BitSet inactive = new BitSet();
	private final BitSet touched = new BitSet();

	/** What is held out of a candidate's ways. */
	Set<Tracked> heldOut(int candidate) {
		return heldOut.getOrDefault(candidate, Set.of());
	}

	boolean isInactive(int candidate) {
		return inactive.get(candidate);
	}

	void holdOut(int candidate, Set<Tracked> ways) {
		heldOut.computeIfAbsent(candidate, none -> new HashSet<>()).addAll(ways);
	}

	void setInactive(int candidate) {
		inactive.set(candidate);
		touched.set(candidate);
	}

	/** Forgets what is held out because of these; they are looked at anew. */
	void release(Set<Tracked> anew) {
		heldOut.entrySet().removeIf(entry -> {
			boolean released = entry.getValue().removeAll(anew);
			if (released && inactive.get(entry.getKey())) {
				inactive.clear(entry.getKey());
				touched.set(entry.getKey());
			}
			return entry.getValue().isEmpty();
		});
	}

	/** Candidates that became inactive or active in this transaction, or the numbers of such that are gone. */
	BitSet touched() {
		return touched;
	}

	void finish() {
		touched.clear();
	}
}
