package io.signalbox.dataplane;

/** {@code struct sbx_routes_result} of a batch that was applied. */
public record RoutesResult(long generation, int added, int changed, int removed, int unchanged) {}
