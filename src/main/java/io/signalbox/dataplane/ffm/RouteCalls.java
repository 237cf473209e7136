package io.signalbox.dataplane.ffm;

import static io.signalbox.dataplane.ffm.Layouts.FIB_STATE;
import static io.signalbox.dataplane.ffm.Layouts.ROUTE;
import static io.signalbox.dataplane.ffm.Layouts.ROUTES_RESULT;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.signalbox.dataplane.FibState;
import io.signalbox.dataplane.RouteBatch;
import io.signalbox.dataplane.RoutesResult;
import io.signalbox.net.Family;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/** Routes: a batch is copied to one segment and goes over in one call. */
final class RouteCalls {
	private static final byte PUT = 1;
	private static final byte DELETE = 2;

	private static final MethodHandle APPLY =
			Library.function("sbx_routes_apply", JAVA_SHORT, ADDRESS, JAVA_INT, ADDRESS);
	private static final MethodHandle FIB_DESCRIBE =
			Library.function("sbx_fib_describe", JAVA_SHORT, JAVA_BYTE, ADDRESS);

	private static final long RECORD = ROUTE.byteSize();
	private static final long ADDRESS_OFFSET = Layouts.offset(ROUTE, "address");
	private static final long NEXTHOP = Layouts.offset(ROUTE, "nexthop");
	private static final long FAMILY = Layouts.offset(ROUTE, "family");
	private static final long LENGTH = Layouts.offset(ROUTE, "length");
	private static final long OP = Layouts.offset(ROUTE, "op");
	private static final long FAILED = Layouts.offset(ROUTES_RESULT, "failed");
	private static final long BY_LENGTH = Layouts.offset(FIB_STATE, "by_length");

	private RouteCalls() {}

	static RoutesResult apply(int vrf, RouteBatch batch) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment records = arena.allocate(ROUTE, batch.size());
			for (int at = 0; at < batch.size(); at++) {
				write(records, at * RECORD, batch, at);
			}
			MemorySegment out = arena.allocate(ROUTES_RESULT);
			out.set(JAVA_INT, FAILED, -1);
			int result = (int) APPLY.invokeExact((short) vrf, records, batch.size(), out);
			if (result < 0) {
				throw Errno.exception(result, failure(batch, out.get(JAVA_INT, FAILED)), "");
			}
			return new RoutesResult(
					out.get(JAVA_LONG, Layouts.offset(ROUTES_RESULT, "generation")),
					out.get(JAVA_INT, Layouts.offset(ROUTES_RESULT, "added")),
					out.get(JAVA_INT, Layouts.offset(ROUTES_RESULT, "changed")),
					out.get(JAVA_INT, Layouts.offset(ROUTES_RESULT, "removed")),
					out.get(JAVA_INT, Layouts.offset(ROUTES_RESULT, "unchanged")));
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static void write(MemorySegment records, long base, RouteBatch batch, int at) {
		Family family = batch.isIpv6(at) ? Family.IPV6 : Family.IPV4;
		boolean delete = batch.isDelete(at);
		Addresses.write(records, base + ADDRESS_OFFSET, batch.high(at), batch.low(at));
		records.set(JAVA_INT, base + NEXTHOP, delete ? 0 : batch.nexthop(at));
		records.set(JAVA_BYTE, base + FAMILY, (byte) family.number());
		records.set(JAVA_BYTE, base + LENGTH, (byte) batch.length(at));
		records.set(JAVA_BYTE, base + OP, delete ? DELETE : PUT);
	}

	private static String failure(RouteBatch batch, int failed) {
		String what = "apply " + batch.size() + " routes";
		if (failed < 0 || failed >= batch.size()) {
			return what;
		}
		Object address = batch.isIpv6(failed)
				? new Ipv6Address(batch.high(failed), batch.low(failed))
				: new Ipv4Address((int) (batch.high(failed) >>> 32));
		String op = batch.isDelete(failed) ? "delete " : "put to nexthop " + batch.nexthop(failed) + " ";
		return what + ", index " + failed + ", " + op + address + "/" + batch.length(failed);
	}

	static FibState describe(int vrf, Family family) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment out = arena.allocate(FIB_STATE);
			int result = (int) FIB_DESCRIBE.invokeExact((short) vrf, (byte) family.number(), out);
			Errno.check(result, "describe the FIB of VRF " + vrf);
			List<Long> byLength = new ArrayList<>(Layouts.LENGTHS);
			for (long length = 0; length <= family.bits(); length++) {
				byLength.add(out.get(JAVA_LONG, BY_LENGTH + length * Long.BYTES));
			}
			return new FibState(
					count(out, "generation"), count(out, "routes"), count(out, "routes_max"), count(out, "groups"),
					count(out, "groups_max"), count(out, "bytes"), byLength);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static long count(MemorySegment out, String field) {
		return out.get(JAVA_LONG, Layouts.offset(FIB_STATE, field));
	}
}
