package io.signalbox.neighbors;

import io.signalbox.dataplane.NeighborState;

/** A neighbor at one moment, on an interface by its name. */
public record Neighbor(String interfaceName, NeighborState state) {}
