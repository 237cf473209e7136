package io.signalbox.dataplane.ffm;

import static io.signalbox.dataplane.ffm.Layouts.COUNTERS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two workers and the slow path, 3 counters a core, 4 interfaces of 2 counters and 3 drop reasons. */
class SegmentCountersTest {
	private static final int STRIDE = 256;
	private static final int OFFSET = 64;

	private final Arena arena = Arena.ofConfined();
	private final MemorySegment segment = arena.allocate(OFFSET + 3 * STRIDE, 64);

	@AfterEach
	void free() {
		arena.close();
	}

	@Test
	void eachWordIsFoundWhereItsCoreWritesIt() {
		segment.set(JAVA_LONG, OFFSET + STRIDE + 2 * Long.BYTES, 42);
		assertEquals(42, counters().core(1, 2));
		assertEquals(0, counters().core(0, 2));
	}

	@Test
	void anInterfacesWordsFollowTheCores() {
		write(0, 2, 1, 5);
		write(2, 2, 1, 7);
		assertEquals(5, counters().interfaceOfCore(0, 2, 1));
		assertEquals(12, counters().interfaceTotal(2, 1));
		assertEquals(0, counters().interfaceTotal(1, 1));
	}

	@Test
	void dropReasonsFollowAnInterfacesCounters() {
		write(1, 3, 2 + 2, 9);
		assertEquals(9, counters().drops(3, 2));
	}

	@Test
	void countersBeyond63BitsAndChangesAfterOpeningAreSeen() {
		SegmentCounters counters = counters();
		write(0, 1, 0, Long.MIN_VALUE);
		assertEquals(Long.MIN_VALUE, counters.interfaceOfCore(0, 1, 0));
	}

	@Test
	void whatIsNotThereIsRefused() {
		SegmentCounters counters = counters();
		assertThrows(IndexOutOfBoundsException.class, () -> counters.core(3, 0));
		assertThrows(IndexOutOfBoundsException.class, () -> counters.core(0, 3));
		assertThrows(IndexOutOfBoundsException.class, () -> counters.interfaceTotal(4, 0));
		assertThrows(IndexOutOfBoundsException.class, () -> counters.drops(0, 3));
	}

	@Test
	void aSegmentThatIsNotReadyIsRefused() {
		assertEquals(Reason.NOT_RUNNING,
				assertThrows(DataplaneException.class, () -> SegmentCounters.at(MemorySegment.NULL)).reason());
		assertEquals(Reason.NOT_RUNNING,
				assertThrows(DataplaneException.class, () -> SegmentCounters.at(segment)).reason());
	}

	private void write(int core, int interfaceId, int index, long value) {
		segment.set(JAVA_LONG, OFFSET + core * STRIDE + (3 + interfaceId * 5 + index) * Long.BYTES, value);
	}

	private SegmentCounters counters() {
		field("cores", 3);
		field("workers", 2);
		field("core_stride", STRIDE);
		field("cores_offset", OFFSET);
		field("worker_counters", 3);
		field("interface_counters", 5);
		field("interfaces", 4);
		field("first_drop", 2);
		field("drop_reasons", 3);
		segment.set(JAVA_LONG, Layouts.offset(COUNTERS, "version"), Layouts.ABI_VERSION);
		return SegmentCounters.at(segment);
	}

	private void field(String name, int value) {
		segment.set(JAVA_INT, Layouts.offset(COUNTERS, name), value);
	}
}
