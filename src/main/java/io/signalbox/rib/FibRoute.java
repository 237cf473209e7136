package io.signalbox.rib;

import io.signalbox.net.Prefix;

/** A route that the FIB has, as its listener was told. */
public record FibRoute(Prefix prefix, int nexthop) {}
