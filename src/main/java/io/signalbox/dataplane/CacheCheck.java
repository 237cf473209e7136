package io.signalbox.dataplane;

/**
 * {@code struct sbx_cache_check}.
 *
 * @param entries of all cores, that a packet would use
 * @param wrong of these: not what the FIB says; all are flushed then
 */
public record CacheCheck(long entries, long wrong) {}
