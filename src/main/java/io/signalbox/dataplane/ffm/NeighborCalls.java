package io.signalbox.dataplane.ffm;

import static io.signalbox.dataplane.ffm.Layouts.NEIGHBOR;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.signalbox.dataplane.NeighborState;
import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/** Neighbors. */
final class NeighborCalls {
	private static final int SPARE = 64;

	private static final MethodHandle LIST =
			Library.function("sbx_neighbors_list", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT));
	private static final MethodHandle SET =
			Library.function("sbx_neighbor_set", JAVA_SHORT, JAVA_BYTE, ADDRESS, ADDRESS);
	private static final MethodHandle DELETE = Library.function("sbx_neighbor_delete", JAVA_SHORT, JAVA_BYTE, ADDRESS);

	private static final long ADDRESS_OFFSET = Layouts.offset(NEIGHBOR, "address");
	private static final long INTERFACE = Layouts.offset(NEIGHBOR, "interface");
	private static final long FAMILY = Layouts.offset(NEIGHBOR, "family");
	private static final long STATUS = Layouts.offset(NEIGHBOR, "status");
	private static final long MAC = Layouts.offset(NEIGHBOR, "mac");
	private static final long HELD = Layouts.offset(NEIGHBOR, "held");
	private static final long AGE_MS = Layouts.offset(NEIGHBOR, "age_ms");

	private NeighborCalls() {}

	/** All of them: asks again with more room while there are more than fit. */
	static List<NeighborState> list() {
		long room = SPARE;
		while (true) {
			try (Arena arena = Arena.ofConfined()) {
				MemorySegment out = arena.allocate(NEIGHBOR, room);
				long count = (long) LIST.invokeExact(out, (int) room);
				Errno.check(count, "list the neighbors");
				if (count <= room) {
					return read(out, count);
				}
				room = count + SPARE;
			} catch (Throwable thrown) {
				throw Library.rethrown(thrown);
			}
		}
	}

	private static List<NeighborState> read(MemorySegment out, long count) {
		List<NeighborState> neighbors = new ArrayList<>((int) count);
		for (long base = 0; base < count * NEIGHBOR.byteSize(); base += NEIGHBOR.byteSize()) {
			IpAddress address = Addresses.read(out, base + ADDRESS_OFFSET, out.get(JAVA_BYTE, base + FAMILY))
					.orElseThrow();
			neighbors.add(new NeighborState(
					Short.toUnsignedInt(out.get(JAVA_SHORT, base + INTERFACE)),
					address,
					Addresses.readKnownMac(out, base + MAC),
					Enums.of(NeighborStatus.values(), out.get(JAVA_BYTE, base + STATUS)),
					Short.toUnsignedInt(out.get(JAVA_SHORT, base + HELD)),
					Integer.toUnsignedLong(out.get(JAVA_INT, base + AGE_MS))));
		}
		return neighbors;
	}

	static void set(int interfaceId, IpAddress address, MacAddress mac) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment macBytes = arena.allocate(6);
			Addresses.writeMac(macBytes, 0, mac);
			int result = (int) SET.invokeExact((short) interfaceId, (byte) address.family().number(),
					bytes(arena, address), macBytes);
			Errno.check(result, "set neighbor " + address + " with MAC " + mac + " on interface " + interfaceId);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static void delete(int interfaceId, IpAddress address) {
		try (Arena arena = Arena.ofConfined()) {
			int result = (int) DELETE.invokeExact(
					(short) interfaceId, (byte) address.family().number(), bytes(arena, address));
			Errno.check(result, "delete neighbor " + address + " on interface " + interfaceId);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static MemorySegment bytes(Arena arena, IpAddress address) {
		MemorySegment bytes = arena.allocate(16);
		Addresses.write(bytes, 0, address);
		return bytes;
	}
}
