package io.signalbox.rib;

import java.util.List;

/** What the replacement of a source came to; {@code differences} are in prefix order, the first of them where not all. */
public record Replacement(Commit commit, List<Difference> differences) {
	public Replacement {
		differences = List.copyOf(differences);
	}
}
