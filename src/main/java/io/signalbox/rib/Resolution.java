package io.signalbox.rib;

import java.util.Optional;

/** What a nexthop resolves to, or why it does not: one of the two is there. */
record Resolution(Optional<ResolvedNexthop> resolved, Optional<String> reason) {
	static Resolution to(ResolvedNexthop resolved) {
		return new Resolution(Optional.of(resolved), Optional.empty());
	}

	static Resolution failed(String reason) {
		return new Resolution(Optional.empty(), Optional.of(reason));
	}
}
