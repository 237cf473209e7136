package io.signalbox.dataplane;

/** {@code enum sbx_neighbor_status}, in its order. */
public enum NeighborStatus {
	NONE,
	INCOMPLETE,
	REACHABLE,
	STALE,
	FAILED,
	STATIC
}
