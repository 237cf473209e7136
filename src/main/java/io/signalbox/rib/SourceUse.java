package io.signalbox.rib;

import io.signalbox.route.RouteSource;

/** A source at one moment: its routes, and how many of them are in the FIB. */
public record SourceUse(RouteSource source, int ipv4Routes, int ipv6Routes, int active) {}
