package io.signalbox.vdev;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.net.Prefix;
import io.signalbox.route.Packed;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** Faults of memory in the running FIB, by {@code src/test/native/damage.c}, which is built here and nowhere else. */
final class Damage {
	private static final Path PRODUCT = Path.of(System.getProperty("signalbox.library")).toAbsolutePath();
	private static final ValueLayout.OfLong BIG_ENDIAN =
			ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
	private static final MethodHandle ROOT;
	private static final MethodHandle RECORD;

	static {
		String name = "libsignalbox_damage.so";
		Shell.run("ninja", "-C", PRODUCT.getParent().toString(), name);
		Path library = PRODUCT.resolveSibling(name);
		ROOT = function(library, "damage_root",
				FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_SHORT, JAVA_BYTE, ADDRESS, JAVA_INT));
		RECORD = function(library, "damage_record",
				FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_SHORT, JAVA_BYTE, ADDRESS, JAVA_BYTE, JAVA_INT));
	}

	private Damage() {}

	@SuppressWarnings("restricted")
	private static MethodHandle function(Path library, String name, FunctionDescriptor descriptor) {
		SymbolLookup symbols = SymbolLookup.libraryLookup(library, Arena.global());
		return Linker.nativeLinker().downcallHandle(symbols.find(name).orElseThrow(), descriptor);
	}

	/** Turns bits over of what packets to the first address of a prefix find, by its first 24 bits. */
	static void root(String prefix, int bits) {
		Prefix at = Prefix.parse(prefix);
		try (Arena arena = Arena.ofConfined()) {
			assertEquals(1, (int) ROOT.invokeExact(arena.allocateFrom(PRODUCT.toString()), (short) 0,
					(byte) at.family().number(), address(arena, at), bits));
		} catch (Throwable thrown) {
			throw new AssertionError(thrown);
		}
	}

	/** Turns bits over of the FIB's own record of a prefix. */
	static void record(String prefix, int bits) {
		Prefix at = Prefix.parse(prefix);
		try (Arena arena = Arena.ofConfined()) {
			assertEquals(1, (int) RECORD.invokeExact(arena.allocateFrom(PRODUCT.toString()), (short) 0,
					(byte) at.family().number(), address(arena, at), (byte) at.length(), bits));
		} catch (Throwable thrown) {
			throw new AssertionError(thrown);
		}
	}

	private static MemorySegment address(Arena arena, Prefix at) {
		MemorySegment address = arena.allocate(2 * Long.BYTES);
		address.set(BIG_ENDIAN, 0, Packed.high(at));
		address.set(BIG_ENDIAN, Long.BYTES, Packed.low(at));
		return address;
	}
}
