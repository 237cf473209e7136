package io.signalbox.dataplane.ffm;

import static io.signalbox.dataplane.ffm.Layouts.CACHE_CHECK;
import static io.signalbox.dataplane.ffm.Layouts.FIB_CHECK;
import static io.signalbox.dataplane.ffm.Layouts.ROUTE;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.signalbox.dataplane.CacheCheck;
import io.signalbox.dataplane.FibCheck;
import io.signalbox.dataplane.FibDigests;
import io.signalbox.dataplane.RouteBatch;
import io.signalbox.net.Family;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;

/** Whether the data plane holds what it was told. */
final class AuditCalls {
	private static final int FIRST_ROOM = 1_024;
	private static final ValueLayout.OfLong BIG_ENDIAN =
			ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

	private static final MethodHandle DIGESTS = Library.function(
			"sbx_fib_digests", FunctionDescriptor.of(JAVA_LONG, JAVA_SHORT, JAVA_BYTE, ADDRESS, ADDRESS));
	private static final MethodHandle ROUTES = Library.function(
			"sbx_fib_routes", FunctionDescriptor.of(JAVA_LONG, JAVA_SHORT, JAVA_BYTE, JAVA_INT, ADDRESS, JAVA_INT));
	private static final MethodHandle VERIFY =
			Library.function("sbx_fib_verify", JAVA_SHORT, JAVA_BYTE, JAVA_INT, JAVA_INT, ADDRESS);
	private static final MethodHandle CACHE_VERIFY = Library.function("sbx_cache_verify", ADDRESS);

	private AuditCalls() {}

	static FibDigests digests(int vrf, Family family) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment digests = arena.allocate(JAVA_LONG, FibDigests.SLICES);
			MemorySegment generations = arena.allocate(JAVA_INT, FibDigests.SLICES);
			long dropped = (long) DIGESTS.invokeExact((short) vrf, (byte) family.number(), digests, generations);
			Errno.check(dropped, "digest the FIB of VRF " + vrf);
			return new FibDigests(digests.toArray(JAVA_LONG), generations.toArray(JAVA_INT), dropped);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static int[] generations(int vrf, Family family) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment generations = arena.allocate(JAVA_INT, FibDigests.SLICES);
			long result = (long) DIGESTS.invokeExact(
					(short) vrf, (byte) family.number(), MemorySegment.NULL, generations);
			Errno.check(result, "read the generations of the FIB of VRF " + vrf);
			return generations.toArray(JAVA_INT);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	/** Asked again where there are more than there was room for. */
	static RouteBatch routes(int vrf, Family family, int slice) {
		try (Arena arena = Arena.ofConfined()) {
			long count;
			int room = FIRST_ROOM / 2;
			MemorySegment out;
			do {
				room *= 2;
				out = arena.allocate(ROUTE, room);
				count = (long) ROUTES.invokeExact((short) vrf, (byte) family.number(), slice, out, room);
				Errno.check(count, "list slice " + slice + " of the FIB of VRF " + vrf);
			} while (count > room);
			return batch(out, count);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static RouteBatch batch(MemorySegment out, long count) {
		RouteBatch routes = new RouteBatch();
		for (long base = 0; base < count * ROUTE.byteSize(); base += ROUTE.byteSize()) {
			long high = out.get(BIG_ENDIAN, base + Layouts.offset(ROUTE, "address"));
			long low = out.get(BIG_ENDIAN, base + Layouts.offset(ROUTE, "address") + Long.BYTES);
			int length = Byte.toUnsignedInt(out.get(JAVA_BYTE, base + Layouts.offset(ROUTE, "length")));
			int nexthop = out.get(JAVA_INT, base + Layouts.offset(ROUTE, "nexthop"));
			if (out.get(JAVA_BYTE, base + Layouts.offset(ROUTE, "family")) == Family.IPV6.number()) {
				routes.putIpv6(high, low, length, nexthop);
			} else {
				routes.putIpv4((int) (high >>> 32), length, nexthop);
			}
		}
		return routes;
	}

	static FibCheck verify(int vrf, Family family, int part, int count) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment out = arena.allocate(FIB_CHECK);
			int result = (int) VERIFY.invokeExact((short) vrf, (byte) family.number(), part, count, out);
			Errno.check(result, "verify the FIB of VRF " + vrf);
			return new FibCheck(
					out.get(JAVA_LONG, Layouts.offset(FIB_CHECK, "slots")),
					out.get(JAVA_LONG, Layouts.offset(FIB_CHECK, "groups")),
					out.get(JAVA_LONG, Layouts.offset(FIB_CHECK, "prefixes")),
					out.get(JAVA_LONG, Layouts.offset(FIB_CHECK, "longest_hold_nanos")),
					out.get(JAVA_INT, Layouts.offset(FIB_CHECK, "wrong_slots")),
					out.get(JAVA_INT, Layouts.offset(FIB_CHECK, "shared_groups")),
					out.get(JAVA_INT, Layouts.offset(FIB_CHECK, "leaked_groups")),
					out.get(JAVA_INT, Layouts.offset(FIB_CHECK, "healed")),
					out.get(JAVA_INT, Layouts.offset(FIB_CHECK, "unhealed")));
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static CacheCheck verifyCache() {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment out = arena.allocate(CACHE_CHECK);
			Errno.check((int) CACHE_VERIFY.invokeExact(out), "verify the route caches");
			return new CacheCheck(
					out.get(JAVA_LONG, Layouts.offset(CACHE_CHECK, "entries")),
					out.get(JAVA_LONG, Layouts.offset(CACHE_CHECK, "wrong")));
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}
}
