package io.signalbox.rib;

import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;

/** What one source says in one VRF, or a part of it. */
public record SourceRoutes(RouteSource source, RouteChanges routes) {}
