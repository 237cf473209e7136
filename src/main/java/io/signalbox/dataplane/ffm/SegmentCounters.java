package io.signalbox.dataplane.ffm;

import static io.signalbox.dataplane.ffm.Layouts.COUNTERS;

import io.signalbox.dataplane.Counters;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;

/**
 * Reads the counters in the cores' own memory. The version is read with acquire and pairs with the library's release, so
 * that the layout fields are there; each counter has one writer and is read opaque: whole, and never older than before.
 */
final class SegmentCounters implements Counters {
	private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
	private static final VarHandle FIELD = ValueLayout.JAVA_INT.varHandle();

	private final MemorySegment segment;
	private final int cores;
	private final int workers;
	private final long coreStride;
	private final long coresOffset;
	private final int workerCounters;
	private final int interfaceCounters;
	private final int interfaces;
	private final int firstDrop;
	private final int dropReasons;

	@SuppressWarnings("restricted")
	private SegmentCounters(MemorySegment header, MemorySegment address) {
		cores = field(header, "cores");
		workers = field(header, "workers");
		coreStride = field(header, "core_stride");
		coresOffset = field(header, "cores_offset");
		workerCounters = field(header, "worker_counters");
		interfaceCounters = field(header, "interface_counters");
		interfaces = field(header, "interfaces");
		firstDrop = field(header, "first_drop");
		dropReasons = field(header, "drop_reasons");
		segment = address.reinterpret(coresOffset + cores * coreStride).asReadOnly();
	}

	/** The counters at an address as {@code sbx_counters} returns it. */
	@SuppressWarnings("restricted")
	static SegmentCounters at(MemorySegment address) {
		if (address.equals(MemorySegment.NULL)) {
			throw notReady();
		}
		MemorySegment header = address.reinterpret(COUNTERS.byteSize());
		long version = (long) WORD.getAcquire(header, Layouts.offset(COUNTERS, "version"));
		if (version == 0) {
			throw notReady();
		}
		if (version != Layouts.ABI_VERSION) {
			throw new DataplaneException(Reason.FAILED,
					"the counters have version " + version + ", expected " + Layouts.ABI_VERSION);
		}
		return new SegmentCounters(header, address);
	}

	private static DataplaneException notReady() {
		return new DataplaneException(Reason.NOT_RUNNING, "there are no counters before the data plane has started");
	}

	private static int field(MemorySegment header, String name) {
		return (int) FIELD.get(header, Layouts.offset(COUNTERS, name));
	}

	@Override
	public List<Description> coreCounters() {
		return CounterCalls.coreCounters();
	}

	@Override
	public List<Description> interfaceCounters() {
		return CounterCalls.interfaceCounters();
	}

	@Override
	public List<Description> dropReasons() {
		return CounterCalls.dropReasons();
	}

	@Override
	public int cores() {
		return cores;
	}

	@Override
	public int workers() {
		return workers;
	}

	@Override
	public long core(int core, int index) {
		return word(core, Objects.checkIndex(index, workerCounters));
	}

	@Override
	public long interfaceTotal(int interfaceId, int index) {
		long total = 0;
		for (int core = 0; core < cores; core++) {
			total += interfaceOfCore(core, interfaceId, index);
		}
		return total;
	}

	@Override
	public long interfaceOfCore(int core, int interfaceId, int index) {
		long at = Objects.checkIndex(interfaceId, interfaces) * (long) interfaceCounters;
		return word(core, workerCounters + at + Objects.checkIndex(index, interfaceCounters));
	}

	@Override
	public long drops(int interfaceId, int reason) {
		return interfaceTotal(interfaceId, firstDrop + Objects.checkIndex(reason, dropReasons));
	}

	private long word(int core, long index) {
		long base = coresOffset + Objects.checkIndex(core, cores) * coreStride;
		return (long) WORD.getOpaque(segment, base + index * Long.BYTES);
	}
}
