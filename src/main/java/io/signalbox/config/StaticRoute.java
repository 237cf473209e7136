package io.signalbox.config;

import io.signalbox.route.Route;

/** A route of the configuration, and the VRF that it is in. */
public record StaticRoute(String vrf, Route route) {}
