package io.signalbox.rib;

import io.signalbox.net.Prefix;
import io.signalbox.route.Packed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The tracked addresses of one family in one VRF, to be found by a prefix that they are in. One thread. */
final class TrackedTrie {
	private final PrefixTrie trie;
	private final List<Tracked> byNode = new ArrayList<>();

	TrackedTrie(boolean ipv6) {
		trie = new PrefixTrie(ipv6);
	}

	void add(Tracked tracked) {
		int node = insert(host(tracked));
		while (byNode.size() < trie.bound()) {
			byNode.add(null);
		}
		byNode.set(node, tracked);
	}

	private int insert(Prefix host) {
		return trie.insert(Packed.high(host), Packed.low(host), host.length());
	}

	void remove(Tracked tracked) {
		Prefix host = host(tracked);
		int node = trie.find(Packed.high(host), Packed.low(host), host.length());
		byNode.set(node, null);
		trie.remove(node, other -> byNode.get(other) != null);
	}

	private static Prefix host(Tracked tracked) {
		return Prefix.of(tracked.address(), tracked.address().family().bits());
	}

	/** Those within a prefix that a route to it could change. */
	void forEachAffected(long high, long low, int length, Consumer<Tracked> action) {
		int top = trie.findWithin(high, low, length);
		if (top == PrefixTrie.NONE) {
			return;
		}
		TrieWalk walk = TrieWalk.from(trie, top);
		for (int node = walk.next(); node != PrefixTrie.NONE; node = walk.next()) {
			Tracked tracked = byNode.get(node);
			if (tracked != null && tracked.matched() <= length) {
				action.accept(tracked);
			}
		}
	}
}
