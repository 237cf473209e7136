package io.signalbox.neighbors;

import io.signalbox.dataplane.NeighborState;

/**
 * A neighbor at one moment, on an interface by its name.
 *
 * @param ofKernel it is static because the kernel has it as a permanent one
 */
public record Neighbor(String interfaceName, NeighborState state, boolean ofKernel) {}
