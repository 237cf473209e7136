package io.signalbox.dataplane;

/** {@code enum sbx_rp_filter}, in its order: which source addresses pass on an interface (RFC 3704). */
public enum RpFilter {
	/** All. */
	OFF,
	/** Those whose route leads back by the interface that the packet came in by. */
	STRICT,
	/** Those that have a route. */
	LOOSE
}
