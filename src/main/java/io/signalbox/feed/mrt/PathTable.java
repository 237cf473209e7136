package io.signalbox.feed.mrt;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The paths to the prefixes of one family, as the peers of a file have them where the reading is: primitive arrays,
 * a prefix's paths chained, some 28 octets a path. One thread.
 *
 * <p>A RIB of many peers has more paths than memory: of those that it offers to a prefix only the best stays, unless
 * one peer is chosen. That is exact while no update takes the best one away; an update that does is refused.
 */
final class PathTable {
	private static final int NONE = -1;
	private static final int MOST = 3_000_000;

	/** Of one prefix, for they are searched one by one; a large collector has 2,000 peers. */
	private static final int MOST_OF_ONE = 4_096;

	private static final int INITIAL = 1 << 10;

	private final PrefixIndex prefixes;
	private final Peers peers;
	private final BitSet passedOver = new BitSet();
	private int[] first = new int[INITIAL];
	private int[] next = new int[INITIAL];
	private int[] peer = new int[INITIAL];
	private int[] session = new int[INITIAL];
	private int[] pathId = new int[INITIAL];
	private int[] nexthop = new int[INITIAL];
	private int[] asPathLength = new int[INITIAL];
	private int used;
	private int free = NONE;

	PathTable(boolean ipv6, Peers peers) {
		this.prefixes = new PrefixIndex(ipv6);
		this.peers = peers;
		Arrays.fill(first, NONE);
	}

	PrefixIndex prefixes() {
		return prefixes;
	}

	/** A RIB has this path. */
	void offer(PrefixList list, int at, Path path) {
		int prefix = insert(list, at);
		int known = find(prefix, path.peer(), path.pathId());
		if (known != NONE) {
			set(known, path);
		} else if (first[prefix] == NONE || next[first[prefix]] != NONE || peers.isOneChosen()) {
			add(prefix, path);
		} else {
			passedOver.set(prefix);
			if (!isLive(first[prefix]) || isBetter(path, first[prefix])) {
				set(first[prefix], path);
			}
		}
	}

	/** A peer has this path now; it replaces the one with the same identifier that it had before. */
	void announce(PrefixList list, int at, Path path) {
		int prefix = insert(list, at);
		int known = find(prefix, path.peer(), path.pathId());
		if (known == NONE) {
			add(prefix, path);
		} else {
			if (!isLive(known) || path.asPathLength() > asPathLength[known]) {
				checkNonePassedOver(prefix);
			}
			set(known, path);
		}
	}

	/** A peer has this path no more. */
	void withdraw(PrefixList list, int at, int ofPeer) {
		int prefix = prefixes.find(list, at);
		int known = prefix == PrefixIndex.NONE ? NONE : find(prefix, ofPeer, list.pathId(at));
		if (known != NONE) {
			checkNonePassedOver(prefix);
			remove(prefix, known);
		}
	}

	/** The number of the nexthop of a prefix's best path, negative where it has none. */
	int bestNexthop(int prefix) {
		int best = NONE;
		for (int path = first[prefix]; path != NONE; path = next[path]) {
			if (!isLive(path)) {
				checkNonePassedOver(prefix);
			} else if (best == NONE || isBetter(path(path), best)) {
				best = path;
			}
		}
		return best == NONE ? NONE : nexthop[best];
	}

	private void checkNonePassedOver(int prefix) {
		if (passedOver.get(prefix)) {
			throw new RefusedException(
					RefusedException.Reason.PEER,
					"The file has a RIB of several peers and updates that take the best of its paths away; "
							+ "the others are not kept, so choose one peer");
		}
	}

	private int insert(PrefixList list, int at) {
		int prefix = prefixes.insert(list, at);
		if (prefix == first.length) {
			first = Arrays.copyOf(first, 2 * prefix);
			Arrays.fill(first, prefix, first.length, NONE);
		}
		return prefix;
	}

	private int find(int prefix, int ofPeer, int withId) {
		int passed = 0;
		int path = first[prefix];
		while (path != NONE && (peer[path] != ofPeer || pathId[path] != withId)) {
			path = next[path];
			if (++passed > MOST_OF_ONE) {
				throw new RefusedException(
						RefusedException.Reason.TOO_MUCH,
						"The file has more than " + MOST_OF_ONE + " paths to one prefix");
			}
		}
		return path;
	}

	private boolean isLive(int path) {
		return session[path] == peers.session(peer[path]);
	}

	/** The shorter AS path is, then the lower peer, then the lower path identifier. */
	private boolean isBetter(Path one, int other) {
		if (one.asPathLength() != asPathLength[other]) {
			return one.asPathLength() < asPathLength[other];
		}
		int order = peers.compare(one.peer(), peer[other]);
		return order != 0 ? order < 0 : Integer.compareUnsigned(one.pathId(), pathId[other]) < 0;
	}

	private Path path(int path) {
		return new Path(peer[path], pathId[path], nexthop[path], asPathLength[path]);
	}

	private void set(int path, Path to) {
		peer[path] = to.peer();
		session[path] = peers.session(to.peer());
		pathId[path] = to.pathId();
		nexthop[path] = to.nexthop();
		asPathLength[path] = to.asPathLength();
	}

	private void add(int prefix, Path path) {
		int added = allocate();
		set(added, path);
		next[added] = first[prefix];
		first[prefix] = added;
	}

	private void remove(int prefix, int path) {
		if (first[prefix] == path) {
			first[prefix] = next[path];
		} else {
			int before = first[prefix];
			while (next[before] != path) {
				before = next[before];
			}
			next[before] = next[path];
		}
		next[path] = free;
		free = path;
	}

	private int allocate() {
		if (free != NONE) {
			int path = free;
			free = next[path];
			return path;
		}
		if (used == MOST) {
			throw new RefusedException(
					RefusedException.Reason.TOO_MUCH,
					"The file's peers have more than " + MOST + " paths at once; choose one of them");
		}
		if (used == next.length) {
			grow(used + used / 2);
		}
		return used++;
	}

	private void grow(int larger) {
		next = Arrays.copyOf(next, larger);
		peer = Arrays.copyOf(peer, larger);
		session = Arrays.copyOf(session, larger);
		pathId = Arrays.copyOf(pathId, larger);
		nexthop = Arrays.copyOf(nexthop, larger);
		asPathLength = Arrays.copyOf(asPathLength, larger);
	}
}
