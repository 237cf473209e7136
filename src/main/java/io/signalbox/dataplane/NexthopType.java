package io.signalbox.dataplane;

/** {@code enum sbx_nexthop_type}, in its order. */
public enum NexthopType {
	NONE,
	UNICAST,
	CONNECTED,
	LOCAL,
	BLACKHOLE,
	UNREACHABLE,
	PROHIBIT,
	GROUP
}
