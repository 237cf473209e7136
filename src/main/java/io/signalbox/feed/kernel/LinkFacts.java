package io.signalbox.feed.kernel;

import io.signalbox.feed.netlink.AddressMessage;
import io.signalbox.feed.netlink.KernelLinks;
import io.signalbox.feed.netlink.NeighborMessage;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The kernel's own addresses and its permanent neighbors by its interfaces' numbers, for those that the box has. One thread. */
final class LinkFacts {
	private static final Comparator<InterfaceAddress> BY_TEXT = Comparator.comparing(InterfaceAddress::toString);

	private final KernelLinks links;
	private final Adoption adoption;
	private Map<Integer, Facts> known = new HashMap<>();
	private Map<Integer, Facts> dumped = new HashMap<>();
	private Set<String> told = Set.of();
	private Set<String> complaints = Set.of();

	/** Of one interface. */
	private record Facts(SortedSet<InterfaceAddress> addresses, Map<IpAddress, MacAddress> neighbors) {
		private Facts() {
			this(new TreeSet<>(BY_TEXT), new HashMap<>());
		}

		private void add(Facts other) {
			addresses.addAll(other.addresses);
			neighbors.putAll(other.neighbors);
		}
	}

	LinkFacts(KernelLinks links, Adoption adoption) {
		this.links = links;
		this.adoption = adoption;
	}

	void beginPass() {
		dumped = new HashMap<>();
	}

	/** What the dumps did not have is gone. */
	void endPass() {
		known = dumped;
	}

	void take(AddressMessage message, boolean ofDump) {
		Facts facts = facts(message.index(), ofDump);
		if (message.isNew() && !message.tentative() && message.scope() < AddressMessage.SCOPE_LINK) {
			facts.addresses.add(message.address());
		} else {
			facts.addresses.remove(message.address());
		}
	}

	void take(NeighborMessage message, boolean ofDump) {
		Facts facts = facts(message.index(), ofDump);
		boolean permanent = message.isNew() && (message.state() & NeighborMessage.NUD_PERMANENT) != 0;
		if (permanent && message.mac().isPresent()) {
			facts.neighbors.put(message.address(), message.mac().get());
		} else {
			facts.neighbors.remove(message.address());
		}
	}

	private Facts facts(int index, boolean ofDump) {
		return (ofDump ? dumped : known).computeIfAbsent(index, _ -> new Facts());
	}

	/** Has the box take all over, also where it has already; returns what it could not have and had not said before. */
	Set<String> tell() {
		Map<String, Facts> now = new TreeMap<>();
		told.forEach(name -> now.put(name, new Facts()));
		known.forEach((index, facts) -> links.boxInterface(index).ifPresent(
				name -> now.computeIfAbsent(name, _ -> new Facts()).add(facts)));
		Set<String> before = complaints;
		complaints = new HashSet<>();
		now.forEach((name, facts) -> complaints.addAll(adoption.adopt(name, facts.addresses, facts.neighbors)));
		told = Set.copyOf(now.keySet());
		Set<String> fresh = new HashSet<>(complaints);
		fresh.removeAll(before);
		return fresh;
	}
}
