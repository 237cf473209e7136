package io.signalbox.rib;

import io.signalbox.route.RouteSource;

/** A source at one moment, and how many routes it says, active or not. */
public record SourceUse(RouteSource source, int ipv4Routes, int ipv6Routes) {}
