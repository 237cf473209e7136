package io.signalbox.feed.mrt;

/**
 * One way to a prefix that a peer has.
 *
 * @param pathId tells a peer's paths to one prefix apart (RFC 7911); 0 where it has one only
 */
record Path(int peer, int pathId, int nexthop, int asPathLength) {}
