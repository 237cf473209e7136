package io.signalbox.rib;

import java.util.Optional;

/** A write to one prefix: all its routes just before and just after. */
public record RouteWrite(Commit commit, Optional<PrefixRoutes> before, Optional<PrefixRoutes> after) {}
