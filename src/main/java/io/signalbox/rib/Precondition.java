package io.signalbox.rib;

import java.util.Optional;

/** What must hold of a prefix's routes just before a write; run by {@code rib-writer}, so nothing comes between. */
@FunctionalInterface
public interface Precondition {
	/** Throws what the writer is to get when it does not hold; nothing is changed then. */
	void check(Optional<PrefixRoutes> before);
}
