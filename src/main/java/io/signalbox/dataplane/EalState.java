package io.signalbox.dataplane;

/** {@code enum sbx_eal_state}, in its order. */
public enum EalState {
	NEW,
	UP,
	FAILED,
	STOPPED
}
