package io.signalbox.rib;

import io.signalbox.rib.Resolution.Forward;
import io.signalbox.rib.ResolvedNexthop.Member;
import io.signalbox.route.Nexthop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The nexthops that routes say, and the hops that groups need: one id for all that say the same, kept while one does.
 * A transaction's changes are remembered until {@link #finish} or {@link #undo}; an id that becomes free is not given
 * out before. One thread.
 */
final class NexthopTable {
	private final int limit;
	private final TrackedAddresses addresses;
	private final List<NexthopSlot> slots = new ArrayList<>();
	private final Map<Key, Integer> ids = new HashMap<>();
	private final BitSet free = new BitSet();
	private final Set<Integer> touched = new LinkedHashSet<>();
	private final Set<Integer> added = new LinkedHashSet<>();

	/** What is said, and in which VRF where that matters. */
	record Key(Optional<String> vrf, Nexthop said) {}

	NexthopTable(int limit, TrackedAddresses addresses) {
		this.limit = limit;
		this.addresses = addresses;
		slots.add(null);
	}

	/** The id of a nexthop that a route of a VRF says, new where none says it yet. */
	int intern(Nexthop nexthop, String vrf) {
		Key key = new Key(isOfItsVrf(nexthop) ? Optional.of(vrf) : Optional.empty(), nexthop);
		Integer known = ids.get(key);
		if (known != null) {
			return known;
		}
		int id = free.isEmpty() ? slots.size() : free.nextSetBit(0);
		if (id >= limit) {
			throw new RibFullException("all " + (limit - 1) + " nexthops are in use");
		}
		NexthopSlot slot = new NexthopSlot(id, key, ways(nexthop, vrf, id));
		if (id == slots.size()) {
			slots.add(slot);
		} else {
			free.clear(id);
			slots.set(id, slot);
		}
		ids.put(key, id);
		touched.add(id);
		added.add(id);
		return id;
	}

	private static boolean isOfItsVrf(Nexthop nexthop) {
		return switch (nexthop) {
			case Nexthop.Via via -> via.interfaceName().isEmpty() && via.vrf().isEmpty();
			case Nexthop.Multipath many -> many.members().stream().anyMatch(member -> isOfItsVrf(member.hop()));
			default -> false;
		};
	}

	private List<Way> ways(Nexthop nexthop, String vrf, int id) {
		return switch (nexthop) {
			case Nexthop.Hop hop -> List.of(way(hop, 1, vrf, id));
			case Nexthop.Multipath many -> many.members().stream()
					.map(member -> way(member.hop(), member.weight(), vrf, id))
					.toList();
			default -> List.of();
		};
	}

	private Way way(Nexthop.Hop hop, int weight, String vrf, int id) {
		boolean tracked = hop instanceof Nexthop.Via via && via.interfaceName().isEmpty();
		return new Way(hop, weight, tracked ? Optional.of(track((Nexthop.Via) hop, vrf, id)) : Optional.empty());
	}

	private Tracked track(Nexthop.Via via, String vrf, int id) {
		return addresses.acquire(via.vrf().orElse(vrf), via.address(), id);
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
		return slots.get(id).resolution.isResolved();
	}

	NexthopSlot slot(int id) {
		return slots.get(id);
	}

	Nexthop get(int id) {
		return slots.get(id).said();
	}

	/** Looks at all of them, and returns those that came to resolve or ceased to. */
	BitSet resolveAll(LinkResolver links) {
		BitSet all = new BitSet();
		slots.stream().filter(slot -> slot != null).forEach(slot -> all.set(slot.id));
		return resolve(all, links);
	}

	/** The same of the new ones, and of those that name one of these addresses. */
	BitSet resolve(Set<Tracked> evaluated, LinkResolver links) {
		BitSet some = new BitSet();
		added.forEach(some::set);
		evaluated.forEach(tracked -> tracked.users.forEach(some::set));
		return resolve(some, links);
	}

	private BitSet resolve(BitSet some, LinkResolver links) {
		BitSet flipped = new BitSet();
		for (int id = some.nextSetBit(0); id >= 0; id = some.nextSetBit(id + 1)) {
			NexthopSlot slot = slots.get(id);
			Resolution now = slot.resolve(slot.ways, links);
			if (!now.equals(slot.resolution)) {
				slot.resolution = now;
				touched.add(id);
			}
			flipped.set(id, !added.contains(id) && slot.resolvedBefore != now.isResolved());
		}
		return flipped;
	}

	/** Adds to a commit what the listener must set and what it may free. */
	void emit(FibChange change) {
		List.copyOf(touched).forEach(id -> gather(slots.get(id)));
		for (int id : touched) {
			NexthopSlot slot = slots.get(id);
			Optional<ResolvedNexthop> wanted = slot.wanted();
			if (wanted.isEmpty()) {
				if (slot.programmed.isPresent()) {
					change.freed(id);
				}
			} else if (!wanted.equals(slot.programmed)) {
				change.nexthop(wanted.get());
			}
		}
	}

	/** Gives a slot the members that it needs as it resolves now. */
	private void gather(NexthopSlot slot) {
		List<Member> members = List.of();
		if (slot.isUsed() && slot.resolution instanceof Forward forward && forward.shares().size() > 1) {
			members = forward.shares().stream()
					.map(share -> new Member(hop(share.hop()), share.weight()))
					.toList();
		}
		regroup(slot, members);
	}

	private int hop(Nexthop.Hop hop) {
		int id = intern(hop, "");
		if (added.contains(id)) {
			slots.get(id).resolution = new Forward(hop);
		}
		return id;
	}

	private void regroup(NexthopSlot slot, List<Member> members) {
		members.forEach(member -> count(member.id(), 1));
		slot.members.forEach(member -> count(member.id(), -1));
		slot.members = members;
	}

	private void count(int id, int change) {
		slots.get(id).groups += change;
		touched.add(id);
	}

	/** The listener has it all. */
	void finish() {
		touched.forEach(id -> slots.get(id).programmed = slots.get(id).wanted());
		forget();
	}

	/** The listener has none of it; what the routes retain and release is undone already. */
	void undo() {
		List.copyOf(touched).forEach(id -> regroup(slots.get(id), slots.get(id).membersBefore));
	}

	/** Ends the transaction: what nobody uses is forgotten, its id free. */
	void forget() {
		for (int id : touched) {
			NexthopSlot slot = slots.get(id);
			slot.membersBefore = slot.members;
			slot.resolvedBefore = slot.resolution.isResolved();
			if (!slot.isUsed()) {
				slot.ways.forEach(way -> way.tracked().ifPresent(tracked -> addresses.release(tracked, id)));
				ids.remove(slot.key);
				slots.set(id, null);
				free.set(id);
			}
		}
		touched.clear();
		added.clear();
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
			NexthopSlot slot = slots.get(id);
			if (slot != null) {
				page.add(new NexthopUse(id, slot.said(), slot.resolved(), slot.reason(), slot.routes));
			}
		}
		return page;
	}
}
