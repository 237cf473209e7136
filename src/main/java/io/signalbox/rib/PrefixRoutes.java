package io.signalbox.rib;

import io.signalbox.net.Prefix;
import java.util.List;
import java.util.Optional;

/** All routes to one prefix at one moment, the preferred first; at least one. */
public record PrefixRoutes(Prefix prefix, List<Candidate> candidates) {
	public PrefixRoutes {
		candidates = List.copyOf(candidates);
	}

	/** The route in the FIB. */
	public Optional<Candidate> active() {
		return candidates.stream().filter(Candidate::active).findFirst();
	}

	/** What that source says. */
	public Optional<Candidate> of(String source) {
		return candidates.stream()
				.filter(candidate -> candidate.route().source().name().equals(source))
				.findFirst();
	}
}
