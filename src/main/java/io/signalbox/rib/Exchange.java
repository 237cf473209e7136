package io.signalbox.rib;

import io.signalbox.route.RouteChanges;

/** A source's routes of one VRF are others now. {@code before} is what they were just before that, in prefix order. */
public record Exchange(Commit commit, RouteChanges before) {}
