package io.signalbox.dataplane.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.signalbox.dataplane.EalState;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/** EAL's start and stop. */
final class EalCalls {
	private static final long ERROR_SIZE = 1024;

	private static final MethodHandle EAL_START =
			Library.function("sbx_eal_start", JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
	private static final MethodHandle EAL_STATE = Library.function("sbx_eal_state");
	private static final MethodHandle EAL_STOP = Library.function("sbx_eal_stop");

	private EalCalls() {}

	static EalState state() {
		try {
			return Enums.of(EalState.values(), (int) EAL_STATE.invokeExact());
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	/** The argument strings stay for good: EAL keeps pointers to them. */
	static void start(List<String> arguments) {
		MemorySegment argv = Arena.global().allocate(ADDRESS, arguments.size() + 2L);
		argv.setAtIndex(ADDRESS, 0, Arena.global().allocateFrom("signalbox"));
		for (int at = 0; at < arguments.size(); at++) {
			argv.setAtIndex(ADDRESS, at + 1L, Arena.global().allocateFrom(arguments.get(at)));
		}
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment error = arena.allocate(ERROR_SIZE);
			int result = (int) EAL_START.invokeExact(arguments.size() + 1, argv, error, ERROR_SIZE);
			Errno.check(result, "start EAL with " + String.join(" ", arguments), error);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static void stop() {
		try {
			Errno.check((int) EAL_STOP.invokeExact(), "stop EAL");
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}
}
