package io.signalbox.rib;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All tracked addresses, each once a VRF, kept while a nexthop names it. One thread. */
final class TrackedAddresses {
	private final Map<Key, Tracked> all = new LinkedHashMap<>();
	private final Map<Table, TrackedTrie> tries = new HashMap<>();
	private final Set<Tracked> added = new HashSet<>();

	private record Key(String vrf, IpAddress address) {}

	private record Table(String vrf, boolean ipv6) {}

	/** An address that nexthop {@code user} names. */
	Tracked acquire(String vrf, IpAddress address, int user) {
		Tracked tracked = all.computeIfAbsent(new Key(vrf, address), none -> {
			Tracked first = new Tracked(vrf, address);
			tries.computeIfAbsent(table(first), TrackedAddresses::trie).add(first);
			added.add(first);
			return first;
		});
		tracked.users.add(user);
		return tracked;
	}

	void release(Tracked tracked, int user) {
		if (tracked.users.remove(user) && tracked.users.isEmpty()) {
			all.remove(new Key(tracked.vrf(), tracked.address()));
			tries.get(table(tracked)).remove(tracked);
			added.remove(tracked);
		}
	}

	private static Table table(Tracked tracked) {
		return new Table(tracked.vrf(), tracked.address().family() == Family.IPV6);
	}

	private static TrackedTrie trie(Table table) {
		return new TrackedTrie(table.ipv6());
	}

	Collection<Tracked> all() {
		return all.values();
	}

	/**
	 * Those that the changes of the transaction under way may have changed: new ones, those within a changed prefix, and
	 * those that looked at one of them.
	 */
	Set<Tracked> affected(Vrfs vrfs) {
		Set<Tracked> affected = new HashSet<>(added);
		added.clear();
		for (Vrf vrf : vrfs.all()) {
			addAffected(vrf.name(), vrf.ipv4(), affected);
			addAffected(vrf.name(), vrf.ipv6(), affected);
		}
		addDependents(affected);
		return affected;
	}

	/** Each is looked at once, however long the chains are that they hang in. */
	private void addDependents(Set<Tracked> affected) {
		if (affected.isEmpty()) {
			return;
		}
		Map<Tracked, List<Tracked>> dependents = new HashMap<>();
		for (Tracked tracked : all.values()) {
			tracked.consulted.forEach(other -> dependents.computeIfAbsent(other, none -> new ArrayList<>()).add(tracked));
		}
		Deque<Tracked> next = new ArrayDeque<>(affected);
		while (!next.isEmpty()) {
			for (Tracked tracked : dependents.getOrDefault(next.remove(), List.of())) {
				if (affected.add(tracked)) {
					next.add(tracked);
				}
			}
		}
	}

	private void addAffected(String vrf, RouteTable table, Set<Tracked> affected) {
		Journal journal = table.journal();
		PrefixTrie trie = table.trie;
		TrackedTrie within = tries.get(new Table(vrf, trie.isIpv6()));
		for (int at = 0; within != null && at < journal.size(); at++) {
			int node = journal.node(at);
			within.forEachAffected(trie.high(node), trie.low(node), trie.length(node), affected::add);
		}
	}
}
