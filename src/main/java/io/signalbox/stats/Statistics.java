package io.signalbox.stats;

import io.signalbox.dataplane.Counters.Description;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** All counters as they were read, one core after the other. Names are the data plane's own. */
public record Statistics(
		Instant at, List<CoreFigures> cores, List<InterfaceFigures> interfaces, List<Description> dropReasons) {
	public Statistics {
		cores = List.copyOf(cores);
		interfaces = List.copyOf(interfaces);
		dropReasons = List.copyOf(dropReasons);
	}

	/** What a core is there for. */
	public enum Role {
		WORKER,
		SLOWPATH
	}

	/** A core's counters by name. Cores are called {@code worker-0}, {@code worker-1}, ... and {@code slowpath}. */
	public record CoreFigures(String core, Role role, Map<String, Long> counters) {}

	/** An interface's counters and drops by name, all cores added; every name is there. */
	public record InterfaceFigures(String name, Map<String, Long> counters, Map<String, Long> drops) {
		/** Dropped packets of all reasons. */
		public long dropped() {
			return drops.values().stream().mapToLong(Long::longValue).sum();
		}
	}

	/** Dropped packets of all reasons and interfaces. */
	public long dropped() {
		return interfaces.stream().mapToLong(InterfaceFigures::dropped).sum();
	}
}
