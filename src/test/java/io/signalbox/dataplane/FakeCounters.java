package io.signalbox.dataplane;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Counters of a fake box with one worker and the slow path: all zero until they are set. */
public final class FakeCounters implements Counters {
	private static final List<String> CORE = List.of("loops", "busy_cycles", "idle_cycles", "punted", "slowpath_packets",
			"cache_hits", "cache_misses");
	private static final List<String> INTERFACE = List.of("rx_packets", "rx_bytes", "tx_packets", "tx_bytes");
	private static final List<String> DROP = List.of("urpf_no_route", "urpf_blackhole", "urpf_local", "urpf_default",
			"urpf_interface", "ttl_exceeded", "no_route", "blackhole", "interface_down");

	private final Map<String, Long> values = new ConcurrentHashMap<>();

	public void setCore(int core, String name, long value) {
		values.put("core " + core + " " + CORE.indexOf(name), value);
	}

	/** As counted by core 0. */
	public void setInterface(int interfaceId, String name, long value) {
		values.put("interface 0 " + interfaceId + " " + INTERFACE.indexOf(name), value);
	}

	public void setDrops(int interfaceId, String reason, long value) {
		values.put("drop " + interfaceId + " " + DROP.indexOf(reason), value);
	}

	@Override
	public List<Description> coreCounters() {
		return describe(CORE);
	}

	@Override
	public List<Description> interfaceCounters() {
		return describe(INTERFACE);
	}

	@Override
	public List<Description> dropReasons() {
		return describe(DROP);
	}

	private static List<Description> describe(List<String> names) {
		return IntStream.range(0, names.size())
				.mapToObj(at -> new Description(names.get(at), "Counts " + names.get(at) + ".", false, at))
				.toList();
	}

	@Override
	public int cores() {
		return 2;
	}

	@Override
	public int workers() {
		return 1;
	}

	@Override
	public long core(int core, int index) {
		return values.getOrDefault("core " + core + " " + index, 0L);
	}

	@Override
	public long interfaceTotal(int interfaceId, int index) {
		return interfaceOfCore(0, interfaceId, index) + interfaceOfCore(1, interfaceId, index);
	}

	@Override
	public long interfaceOfCore(int core, int interfaceId, int index) {
		return values.getOrDefault("interface " + core + " " + interfaceId + " " + index, 0L);
	}

	@Override
	public long drops(int interfaceId, int reason) {
		return values.getOrDefault("drop " + interfaceId + " " + reason, 0L);
	}
}
