package io.signalbox.dataplane.ffm;

import static io.signalbox.dataplane.ffm.Layouts.INTERFACE_ADDRESS;
import static io.signalbox.dataplane.ffm.Layouts.INTERFACE_CONFIG;
import static io.signalbox.dataplane.ffm.Layouts.INTERFACE_STATE;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.InterfaceSpec;
import io.signalbox.dataplane.InterfaceState;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.Shown;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Interfaces and their own addresses. */
final class InterfaceCalls {
	private static final long ERROR_SIZE = 512;

	private static final MethodHandle ADD =
			Library.function("sbx_interface_add", ADDRESS, ADDRESS, ADDRESS, JAVA_LONG);
	private static final MethodHandle REMOVE = Library.function("sbx_interface_remove", JAVA_SHORT);
	private static final MethodHandle SET_MTU = Library.function("sbx_interface_set_mtu", JAVA_SHORT, JAVA_SHORT);
	private static final MethodHandle SET_ADMIN = Library.function("sbx_interface_set_admin", JAVA_SHORT, JAVA_INT);
	private static final MethodHandle SET_RP_FILTER =
			Library.function("sbx_interface_set_rp_filter", JAVA_SHORT, JAVA_BYTE);
	private static final MethodHandle SET_DEFAULT_ROUTE =
			Library.function("sbx_rp_filter_set_default_route", JAVA_INT);
	private static final MethodHandle SET_ADDRESSES =
			Library.function("sbx_interface_set_addresses", JAVA_SHORT, ADDRESS, JAVA_INT);
	private static final MethodHandle DESCRIBE = Library.function("sbx_interface_describe", JAVA_SHORT, ADDRESS);

	private static final long ADDRESS_FAMILY = Layouts.offset(INTERFACE_ADDRESS, "family");
	private static final long ADDRESS_LENGTH = Layouts.offset(INTERFACE_ADDRESS, "length");

	private InterfaceCalls() {}

	static int add(InterfaceSpec spec) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment config = arena.allocate(INTERFACE_CONFIG);
			text(config, "name", spec.name(), Layouts.NAME_MAX);
			text(config, "device", spec.device(), Layouts.DEVICE_MAX);
			config.set(JAVA_SHORT, Layouts.offset(INTERFACE_CONFIG, "mtu"), (short) spec.mtu());
			config.set(JAVA_SHORT, Layouts.offset(INTERFACE_CONFIG, "vrf"), (short) spec.vrf());
			config.set(JAVA_BYTE, Layouts.offset(INTERFACE_CONFIG, "admin_up"), (byte) (spec.adminUp() ? 1 : 0));
			config.set(JAVA_BYTE, Layouts.offset(INTERFACE_CONFIG, "rp_filter"), Enums.number(spec.rpFilter()));
			MemorySegment id = arena.allocate(JAVA_SHORT);
			MemorySegment error = arena.allocate(ERROR_SIZE);
			int result = (int) ADD.invokeExact(config, id, error, ERROR_SIZE);
			if (result < 0) {
				throw refused(result, spec, error.getString(0));
			}
			return Short.toUnsignedInt(id.get(JAVA_SHORT, 0));
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	/** An error that is none of ours comes from the device's driver. */
	private static DataplaneException refused(int result, InterfaceSpec spec, String error) {
		String what = "add interface " + spec.name() + " on device " + spec.device();
		DataplaneException refused = Errno.exception(result, what, error);
		return refused.reason() == Reason.FAILED
				? new DataplaneException(Reason.NO_DEVICE, refused.getMessage())
				: refused;
	}

	/** Writes a closed C string, whole or not at all. */
	private static void text(MemorySegment config, String field, String value, int size) {
		int length = value.getBytes(StandardCharsets.UTF_8).length;
		if (length >= size || value.indexOf('\0') >= 0) {
			throw new DataplaneException(Reason.INVALID, "the " + field + " " + Shown.quoted(value) + " has " + length
					+ " bytes: at most " + (size - 1) + ", none of them zero");
		}
		config.setString(Layouts.offset(INTERFACE_CONFIG, field), value);
	}

	static void remove(int id) {
		try {
			Errno.check((int) REMOVE.invokeExact((short) id), "remove interface " + id);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static void setMtu(int id, int mtu) {
		try {
			Errno.check((int) SET_MTU.invokeExact((short) id, (short) mtu), "set MTU " + mtu + " of interface " + id);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static void setAdminUp(int id, boolean up) {
		try {
			int result = (int) SET_ADMIN.invokeExact((short) id, up ? 1 : 0);
			Errno.check(result, "set interface " + id + (up ? " up" : " down"));
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static void setRpFilter(int id, RpFilter mode) {
		try {
			int result = (int) SET_RP_FILTER.invokeExact((short) id, Enums.number(mode));
			Errno.check(result, "set rp_filter " + mode + " on interface " + id);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static void setDefaultRouteCounts(boolean counts) {
		try {
			int result = (int) SET_DEFAULT_ROUTE.invokeExact(counts ? 1 : 0);
			Errno.check(result, "set whether the default route counts for rp_filter");
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static void setAddresses(int id, List<InterfaceAddress> addresses) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment set = arena.allocate(INTERFACE_ADDRESS, addresses.size());
			long base = 0;
			for (InterfaceAddress own : addresses) {
				Addresses.write(set, base, own.address());
				set.set(JAVA_BYTE, base + ADDRESS_FAMILY, (byte) own.address().family().number());
				set.set(JAVA_BYTE, base + ADDRESS_LENGTH, (byte) own.length());
				base += INTERFACE_ADDRESS.byteSize();
			}
			int result = (int) SET_ADDRESSES.invokeExact((short) id, set, addresses.size());
			Errno.check(result, "set the addresses " + addresses + " of interface " + id);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static InterfaceState describe(int id) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment out = arena.allocate(INTERFACE_STATE);
			Errno.check((int) DESCRIBE.invokeExact((short) id, out), "describe interface " + id);
			return new InterfaceState(
					id,
					out.getString(Layouts.offset(INTERFACE_STATE, "name")),
					out.getString(Layouts.offset(INTERFACE_STATE, "device")),
					out.getString(Layouts.offset(INTERFACE_STATE, "driver")),
					unsigned(out, "port"),
					unsigned(out, "mtu"),
					unsigned(out, "vrf"),
					unsigned(out, "rx_queues"),
					unsigned(out, "tx_queues"),
					out.get(JAVA_BYTE, Layouts.offset(INTERFACE_STATE, "admin_up")) != 0,
					out.get(JAVA_BYTE, Layouts.offset(INTERFACE_STATE, "link_up")) != 0,
					Enums.of(RpFilter.values(), out.get(JAVA_BYTE, Layouts.offset(INTERFACE_STATE, "rp_filter"))),
					out.get(JAVA_INT, Layouts.offset(INTERFACE_STATE, "link_mbps")),
					Addresses.readMac(out, Layouts.offset(INTERFACE_STATE, "mac")),
					Addresses.readIpv6(out, Layouts.offset(INTERFACE_STATE, "link_local")),
					out.get(JAVA_LONG, Layouts.offset(INTERFACE_STATE, "rx_missed")),
					out.get(JAVA_LONG, Layouts.offset(INTERFACE_STATE, "rx_errors")),
					out.get(JAVA_LONG, Layouts.offset(INTERFACE_STATE, "tx_errors")));
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static int unsigned(MemorySegment out, String field) {
		return Short.toUnsignedInt(out.get(JAVA_SHORT, Layouts.offset(INTERFACE_STATE, field)));
	}
}
