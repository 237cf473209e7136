package io.signalbox.dataplane.ffm;

import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.invoke.MethodHandle;

/** VRFs by number. */
final class VrfCalls {
	private static final MethodHandle ADD = Library.function("sbx_vrf_add", JAVA_SHORT);
	private static final MethodHandle REMOVE = Library.function("sbx_vrf_remove", JAVA_SHORT);

	private VrfCalls() {}

	static void add(int vrf) {
		try {
			Errno.check((int) ADD.invokeExact((short) vrf), "add VRF " + vrf);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static void remove(int vrf) {
		try {
			Errno.check((int) REMOVE.invokeExact((short) vrf), "remove VRF " + vrf);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}
}
