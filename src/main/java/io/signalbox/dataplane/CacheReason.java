package io.signalbox.dataplane;

/** {@code enum sbx_cache_reason}, in its order: why a core uses a table of its route cache, or does not. */
public enum CacheReason {
	/** The mode says so. */
	MODE,
	/** Adaptive, and too little traffic so far. */
	UNMEASURED,
	/** Being measured. */
	SAMPLING,
	FASTER,
	SLOWER,
	/** A sample ended early, for too few hits. */
	FEW_HITS
}
