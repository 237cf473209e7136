package io.signalbox.dataplane.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;

/** The library's version and structs, checked against this program's before anything else is called. */
final class Abi {
	private static final MethodHandle ABI_VERSION = Library.function("sbx_abi_version");
	private static final MethodHandle ABI_DESCRIBE = Library.function("sbx_abi_describe", ADDRESS, JAVA_LONG);

	private Abi() {}

	/** Throws when library and program do not fit; the message has both sides' numbers. */
	static void check() {
		List<String> differences = AbiDifferences.find(version(), describe(), Layouts.ALL);
		if (!differences.isEmpty()) {
			throw new DataplaneException(Reason.FAILED, Library.path()
					+ " does not fit this program, build both from the same sources: " + String.join("; ", differences));
		}
	}

	private static int version() {
		try {
			return (int) ABI_VERSION.invokeExact();
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static String describe() {
		try (Arena arena = Arena.ofConfined()) {
			int needed = (int) ABI_DESCRIBE.invokeExact(MemorySegment.NULL, 0L);
			MemorySegment text = arena.allocate(needed);
			int written = (int) ABI_DESCRIBE.invokeExact(text, text.byteSize());
			return written == needed ? text.getString(0) : "";
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}
}
