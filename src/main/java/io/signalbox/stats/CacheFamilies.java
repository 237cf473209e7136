package io.signalbox.stats;

import io.signalbox.dataplane.CacheReason;
import io.signalbox.dataplane.CacheState;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.stats.Families.Labels;
import java.util.List;
import java.util.Locale;

/** The tables of the cores' route caches: what each core decided, why, and on what grounds. */
final class CacheFamilies {
	private static final String PREFIX = "signalbox_cache_";

	private CacheFamilies() {}

	static void add(Families families, Dataplane dataplane) {
		families.gauge(PREFIX + "entries_max", "Entries of each table of each core.", Labels.NONE,
				dataplane.cache().entries());
		List<CacheState> states = dataplane.cacheStates();
		int workers = dataplane.counters().workers();
		for (CacheState state : states) {
			add(families, state, Labels.of("core", StatisticsReader.coreName(state.worker(), workers))
					.and("family", lower(state.family()))
					.and("kind", lower(state.kind())));
		}
	}

	private static void add(Families families, CacheState state, Labels labels) {
		families.gauge(PREFIX + "in_use", "1 while packets go through the table.", labels, state.inUse() ? 1 : 0);
		for (CacheReason reason : CacheReason.values()) {
			families.gauge(PREFIX + "reason", "1 for why the table is in use, or is not.",
					labels.and("reason", lower(reason)), reason == state.reason() ? 1 : 0);
		}
		families.counter(PREFIX + "samples", "Samples taken of the table, with and without it.", labels, state.samples());
		if (state.samples() > 0) {
			families.gauge(PREFIX + "hit_ratio", "Share of hits in the last sample.", labels, state.hitRate());
		}
		String cycles = PREFIX + "cycles_per_packet";
		String help = "TSC cycles a packet in the last sample, with the table and without it.";
		state.cyclesWith().ifPresent(value -> families.gauge(cycles, help, labels.and("cache", "with"), value));
		state.cyclesWithout().ifPresent(value -> families.gauge(cycles, help, labels.and("cache", "without"), value));
		families.gauge(PREFIX + "entries", "Entries filled, live or not.", labels, state.filled());
		families.gauge(PREFIX + "memory_bytes", "Memory of the table.", labels, state.bytes());
	}

	private static String lower(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}
}
