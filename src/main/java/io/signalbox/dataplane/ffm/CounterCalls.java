package io.signalbox.dataplane.ffm;

import static io.signalbox.dataplane.ffm.Layouts.COUNTER_DESCRIPTION;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.signalbox.dataplane.Counters.Description;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What counters there are, and where. Their descriptions are compiled into the library: asked for once. */
final class CounterCalls {
	private static final int CORE = 0;
	private static final int INTERFACE = 1;
	private static final int DROP = 2;

	private static final MethodHandle COUNTERS = Library.function("sbx_counters", FunctionDescriptor.of(ADDRESS));
	private static final MethodHandle COUNTERS_LIST = Library.function("sbx_counters_list", ADDRESS, JAVA_INT);

	private CounterCalls() {}

	/** The segment's address; its length is written in it. NULL before the data plane's start. */
	static MemorySegment segment() {
		try {
			return (MemorySegment) COUNTERS.invokeExact();
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static List<Description> coreCounters() {
		return Descriptions.CORES;
	}

	static List<Description> interfaceCounters() {
		return Descriptions.INTERFACES;
	}

	static List<Description> dropReasons() {
		return Descriptions.DROPS;
	}

	/** The descriptions of one scope, by index. */
	private static List<Description> list(int wanted) {
		try (Arena arena = Arena.ofConfined()) {
			int count = (int) COUNTERS_LIST.invokeExact(MemorySegment.NULL, 0);
			Errno.check(count, "list the counters");
			MemorySegment out = arena.allocate(COUNTER_DESCRIPTION, count);
			int again = (int) COUNTERS_LIST.invokeExact(out, count);
			Errno.check(again, "list the counters");
			List<Description> descriptions = new ArrayList<>();
			for (long base = 0; base < out.byteSize(); base += COUNTER_DESCRIPTION.byteSize()) {
				if (out.get(JAVA_BYTE, base + Layouts.offset(COUNTER_DESCRIPTION, "scope")) == wanted) {
					descriptions.add(read(out, base));
				}
			}
			descriptions.sort(Comparator.comparingInt(Description::index));
			return List.copyOf(descriptions);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static Description read(MemorySegment out, long base) {
		return new Description(
				out.getString(base + Layouts.offset(COUNTER_DESCRIPTION, "name")),
				out.getString(base + Layouts.offset(COUNTER_DESCRIPTION, "help")),
				out.get(JAVA_BYTE, base + Layouts.offset(COUNTER_DESCRIPTION, "gauge")) != 0,
				Short.toUnsignedInt(out.get(JAVA_SHORT, base + Layouts.offset(COUNTER_DESCRIPTION, "index"))));
	}

	private static final class Descriptions {
		static final List<Description> CORES = list(CORE);
		static final List<Description> INTERFACES = list(INTERFACE);
		static final List<Description> DROPS = list(DROP);
	}
}
