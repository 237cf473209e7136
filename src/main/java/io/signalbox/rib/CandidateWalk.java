package io.signalbox.rib;

/**
 * The routes of a table that could carry an address, the preferred first: by prefix, the longest first, then by
 * {@link BestRoute#order}. Valid while the table does not change. One thread.
 */
final class CandidateWalk {
	private final RouteTable table;
	private final int[] path;
	private int depth;
	private int candidate = Candidates.NONE;

	CandidateWalk(RouteTable table, long high, long low) {
		this.table = table;
		this.path = new int[table.trie.isIpv6() ? 129 : 33];
		for (int at = table.trie.root();
				at != PrefixTrie.NONE && table.trie.covers(at, high, low);
				at = table.trie.branch(at, high, low)) {
			path[depth++] = at;
		}
		next();
	}

	RouteTable table() {
		return table;
	}

	/** The route it stands at, {@link Candidates#NONE} at the end. */
	int candidate() {
		return candidate;
	}

	int length() {
		return table.trie.length(path[depth - 1]);
	}

	void next() {
		candidate = depth == 0 ? Candidates.NONE : following();
		while (candidate == Candidates.NONE && --depth > 0) {
			candidate = following();
		}
	}

	/** The most preferred at this prefix of those behind the current one. */
	private int following() {
		int best = Candidates.NONE;
		for (int at = table.first(path[depth - 1]); at != Candidates.NONE; at = table.candidates.next(at)) {
			boolean behind = candidate == Candidates.NONE || table.best().order(at, candidate) > 0;
			if (behind && (best == Candidates.NONE || table.best().order(at, best) < 0)) {
				best = at;
			}
		}
		return best;
	}
}
