package io.signalbox.interfaces;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.Shown;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** All interfaces at one moment, by name, with what holds for all of them. Immutable; each change makes a new one. */
record InterfaceSet(SortedMap<String, Programmed> byName, RpFilter rpFilter, boolean defaultRouteCounts) {
	/** As the data plane begins. */
	static final InterfaceSet NONE = new InterfaceSet(new TreeMap<>(), RpFilter.OFF, true);

	InterfaceSet {
		byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
	}

	Collection<Programmed> all() {
		return byName.values();
	}

	Optional<Programmed> find(String name) {
		return Optional.ofNullable(byName.get(name));
	}

	Programmed require(String name) {
		return find(name)
				.orElseThrow(() -> new DataplaneException(Reason.NOT_FOUND, "there is no interface " + Shown.of(name)));
	}

	/** The configs of all but the one of this name, with all addresses that they have. */
	List<InterfaceConfig> others(String name) {
		return all().stream().filter(each -> !each.name().equals(name))
				.map(each -> each.config().with(each.addresses())).toList();
	}

	InterfaceSet with(Programmed now) {
		SortedMap<String, Programmed> next = new TreeMap<>(byName);
		next.put(now.name(), now);
		return new InterfaceSet(next, rpFilter, defaultRouteCounts);
	}

	InterfaceSet without(String name) {
		SortedMap<String, Programmed> rest = new TreeMap<>(byName);
		rest.remove(name);
		return new InterfaceSet(rest, rpFilter, defaultRouteCounts);
	}

	/** An own mode is what runs, be it stricter or looser than the default. */
	RpFilter effective(InterfaceConfig config) {
		return config.rpFilter().orElse(rpFilter);
	}

	/** With other settings, each interface with the mode that follows from them. */
	InterfaceSet with(RpFilterChange change) {
		InterfaceSet next = new InterfaceSet(
				byName,
				change.byDefault().orElse(rpFilter),
				change.defaultRouteCounts().orElse(defaultRouteCounts));
		for (Programmed each : all()) {
			InterfaceConfig config = change.interfaces().containsKey(each.name())
					? each.config().with(change.interfaces().get(each.name()))
					: each.config();
			next = next.with(each.with(config, next.effective(config)));
		}
		return next;
	}

	RpFilterSettings settings() {
		SortedMap<String, RpFilter> own = new TreeMap<>();
		all().forEach(each -> each.config().rpFilter().ifPresent(mode -> own.put(each.name(), mode)));
		return new RpFilterSettings(rpFilter, defaultRouteCounts, own);
	}
}
