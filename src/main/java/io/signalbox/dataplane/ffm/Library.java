package io.signalbox.dataplane.ffm;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * {@code libsignalbox.so}: where it is, and its functions. Its path is the system property {@code signalbox.library},
 * else the environment's {@code SIGNALBOX_LIBRARY}, else {@code target/native/libsignalbox.so}.
 *
 * <p>It is opened in the global arena: lcores run its code until the process ends, so it is never closed, and a second
 * class loader (live reload) may open it again.
 */
final class Library {
	private static final String BUILT_HERE = "target/native/libsignalbox.so";

	private Library() {}

	static Path path() {
		String property = System.getProperty("signalbox.library", "");
		String environment = System.getenv().getOrDefault("SIGNALBOX_LIBRARY", BUILT_HERE);
		return Path.of(property.isEmpty() ? environment : property).toAbsolutePath();
	}

	/** A function that returns an int: 0, a count or -errno. */
	static MethodHandle function(String name, MemoryLayout... parameters) {
		return function(name, FunctionDescriptor.of(ValueLayout.JAVA_INT, parameters));
	}

	@SuppressWarnings("restricted")
	static MethodHandle function(String name, FunctionDescriptor descriptor) {
		MemorySegment symbol = Opened.SYMBOLS.find(name).orElseThrow(() -> new DataplaneException(Reason.FAILED,
				path() + " has no function " + name + ": it is older than this program, build it again"));
		return Linker.nativeLinker().downcallHandle(symbol, descriptor);
	}

	/** What to throw for what came out of a call: a downcall itself throws nothing that is checked. */
	static RuntimeException rethrown(Throwable thrown) {
		return switch (thrown) {
			case RuntimeException unchecked -> unchecked;
			case Error error -> throw error;
			default -> throw new AssertionError("a call into " + path() + " failed", thrown);
		};
	}

	/** Opened when the first function is asked for. */
	private static final class Opened {
		static final SymbolLookup SYMBOLS = open(path());

		@SuppressWarnings("restricted")
		private static SymbolLookup open(Path path) {
			if (!Files.isReadable(path)) {
				throw new DataplaneException(Reason.FAILED, "there is no native library at " + path
						+ ": build it (./signalbox run does), or name it by SIGNALBOX_LIBRARY");
			}
			try {
				return SymbolLookup.libraryLookup(path, Arena.global());
			} catch (IllegalArgumentException refused) {
				throw new DataplaneException(Reason.FAILED, "the native library " + path
						+ " cannot be loaded; ldd names what it misses, most often DPDK's packages: "
						+ refused.getMessage());
			}
		}
	}
}
