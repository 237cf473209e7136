package io.signalbox.stats;

import io.signalbox.dataplane.Counters;
import io.signalbox.dataplane.Counters.Description;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.stats.Statistics.CoreFigures;
import io.signalbox.stats.Statistics.InterfaceFigures;
import io.signalbox.stats.Statistics.Role;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** The one reader of the data plane's counters: REST, metrics and page have their figures from here. Any thread. */
@ApplicationScoped
public class StatisticsReader {
	private final Dataplane dataplane;
	private final Interfaces interfaces;

	public StatisticsReader(Dataplane dataplane, Interfaces interfaces) {
		this.dataplane = dataplane;
		this.interfaces = interfaces;
	}

	/** Reads everything; throws reason NOT_RUNNING before the data plane's first start. */
	public Statistics read() {
		Counters counters = dataplane.counters();
		return new Statistics(Instant.now(), cores(counters), interfaces(counters), counters.dropReasons());
	}

	/** Reads one interface's. */
	public InterfaceFigures read(int interfaceId, String name) {
		return figures(dataplane.counters(), interfaceId, name);
	}

	/** The name of a core in every figure. */
	public static String coreName(int core, int workers) {
		return core < workers ? "worker-" + core : "slowpath";
	}

	private static List<CoreFigures> cores(Counters counters) {
		List<CoreFigures> cores = new ArrayList<>();
		for (int core = 0; core < counters.cores(); core++) {
			int number = core;
			cores.add(new CoreFigures(
					coreName(core, counters.workers()),
					core < counters.workers() ? Role.WORKER : Role.SLOWPATH,
					read(counters.coreCounters(), index -> counters.core(number, index))));
		}
		return cores;
	}

	private List<InterfaceFigures> interfaces(Counters counters) {
		return interfaces.names().entrySet().stream()
				.sorted(Map.Entry.comparingByValue())
				.map(named -> figures(counters, named.getKey(), named.getValue()))
				.toList();
	}

	private static InterfaceFigures figures(Counters counters, int id, String name) {
		return new InterfaceFigures(
				name,
				read(counters.interfaceCounters(), index -> counters.interfaceTotal(id, index)),
				read(counters.dropReasons(), reason -> counters.drops(id, reason)));
	}

	private static Map<String, Long> read(List<Description> descriptions, IntToLongFunction value) {
		Map<String, Long> figures = new LinkedHashMap<>();
		for (Description description : descriptions) {
			figures.put(description.name(), value.applyAsLong(description.index()));
		}
		return figures;
	}
}
