package io.signalbox.rest;

import io.signalbox.dataplane.CacheEntry;
import io.signalbox.dataplane.CacheEntry.Match;
import io.signalbox.dataplane.CacheSettings;
import io.signalbox.dataplane.CacheState;
import io.signalbox.net.Prefix;
import io.signalbox.rest.dto.CacheDto;
import io.signalbox.rest.dto.CacheDto.Core;
import io.signalbox.rest.dto.CacheDto.Table;
import io.signalbox.stats.Statistics.CoreFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Route caches as the document has them. */
final class CacheDtos {
	private static final String COUNTERS = "cache_";
	private static final double PERCENT = 100;

	private CacheDtos() {}

	/** {@code cores} begins with the workers, by number. */
	static CacheDto of(CacheSettings settings, List<CacheState> states, List<CoreFigures> cores) {
		Map<Integer, List<Table>> tables = new LinkedHashMap<>();
		Map<Integer, Long> bytes = new LinkedHashMap<>();
		for (CacheState state : states) {
			tables.computeIfAbsent(state.worker(), _ -> new ArrayList<>()).add(table(settings, state));
			bytes.merge(state.worker(), state.bytes(), Long::sum);
		}
		List<Core> each = tables.keySet().stream()
				.map(worker -> new Core(
						cores.get(worker).core(), bytes.get(worker), counters(cores.get(worker)), tables.get(worker)))
				.toList();
		return new CacheDto(
				settings.mode(),
				settings.entries(),
				settings.ways(),
				settings.maxAgeSeconds(),
				settings.insertProbability(),
				settings.bypassBelowHitRate(),
				each);
	}

	private static Map<String, Long> counters(CoreFigures core) {
		Map<String, Long> counters = new LinkedHashMap<>(core.counters());
		counters.keySet().removeIf(name -> !name.startsWith(COUNTERS));
		return counters;
	}

	private static Table table(CacheSettings settings, CacheState state) {
		return new Table(
				Words.of(state.family()),
				Words.of(state.kind()),
				state.inUse(),
				Words.of(state.reason()),
				detail(settings, state),
				state.cyclesWith(),
				state.cyclesWithout(),
				state.samples() > 0 ? OptionalDouble.of(state.hitRate()) : OptionalDouble.empty(),
				state.samples(),
				state.filled(),
				state.bytes());
	}

	private static String detail(CacheSettings settings, CacheState state) {
		return switch (state.reason()) {
			case MODE -> "The mode is " + Words.of(settings.mode()) + ".";
			case UNMEASURED -> "Too little traffic so far to measure whether it pays.";
			case SAMPLING -> "It is being measured: some turns with it, some without.";
			case FASTER, SLOWER -> String.format(Locale.ROOT, "A packet took %.1f cycles with it and %.1f without.",
					state.cyclesWith().orElse(0), state.cyclesWithout().orElse(0));
			case FEW_HITS -> String.format(Locale.ROOT, "%.1f %% of a sample were hits, less than bypassBelowHitRate.",
					state.hitRate() * PERCENT);
		};
	}

	static CacheDto.Entry of(String core, String vrf, CacheEntry entry) {
		return new CacheDto.Entry(
				core,
				Words.of(entry.destination().address().family()),
				Words.of(entry.kind()),
				vrf,
				entry.destination().address(),
				prefix(entry.destination()),
				nexthop(entry.destination()),
				entry.source().map(Match::address),
				entry.source().flatMap(CacheDtos::prefix),
				entry.source().flatMap(CacheDtos::nexthop),
				entry.live(),
				entry.ageSeconds());
	}

	private static Optional<Prefix> prefix(Match match) {
		return nexthop(match).map(_ -> Prefix.covering(match.address(), match.length()));
	}

	private static Optional<Integer> nexthop(Match match) {
		return Optional.of(match.nexthop()).filter(id -> id != 0);
	}
}
