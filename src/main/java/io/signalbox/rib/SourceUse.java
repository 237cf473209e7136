package io.signalbox.rib;

import io.signalbox.route.RouteSource;

/**
 * A source at one moment, and how many routes it says, active or not.
 *
 * @param version another whenever what it says or its distance has changed, also over a restart
 */
public record SourceUse(RouteSource source, int ipv4Routes, int ipv6Routes, long version) {}
