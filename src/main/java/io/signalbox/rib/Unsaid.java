package io.signalbox.rib;

import java.util.BitSet;
import java.util.Map;

/** While a source is replaced: its routes that were not said again yet. */
record Unsaid(Map<RouteTable, BitSet> candidates) {
	/** Of a change that replaces nothing. */
	static final Unsaid NONE = new Unsaid(Map.of());

	static Unsaid of(Vrf vrf, int source) {
		return new Unsaid(Map.of(vrf.ipv4(), vrf.ipv4().of(source), vrf.ipv6(), vrf.ipv6().of(source)));
	}

	void remove(RouteTable table, int candidate) {
		BitSet of = candidates.get(table);
		if (of != null) {
			of.clear(candidate);
		}
	}

	void withdraw() {
		candidates.forEach((table, of) -> of.stream()
				.filter(candidate -> table.candidates.node(candidate) != Candidates.NONE)
				.forEach(table::remove));
	}
}
