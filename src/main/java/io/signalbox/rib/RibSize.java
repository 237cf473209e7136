package io.signalbox.rib;

/** How much is in the RIB after the last commit. */
public record RibSize(
		int ipv4Prefixes, int ipv6Prefixes, int ipv4Routes, int ipv6Routes, int nexthops, long generation) {}
