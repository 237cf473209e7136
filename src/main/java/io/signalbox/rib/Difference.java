package io.signalbox.rib;

import io.signalbox.net.Prefix;
import io.signalbox.route.Route;
import java.util.Optional;

/** What a change does to one prefix of a source: the route is new where there is none before, gone where none after. */
public record Difference(Prefix prefix, Optional<Route> before, Optional<Route> after) {}
