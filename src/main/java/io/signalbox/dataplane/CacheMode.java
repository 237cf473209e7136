package io.signalbox.dataplane;

/** {@code enum sbx_cache_mode}, in its order. */
public enum CacheMode {
	OFF,
	ON,
	/** Each core measures whether its caches pay, and does what is faster. */
	ADAPTIVE
}
