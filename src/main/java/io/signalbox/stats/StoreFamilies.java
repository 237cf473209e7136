package io.signalbox.stats;

import io.signalbox.stats.Families.Labels;
import io.signalbox.store.Problems;
import io.signalbox.store.Store;
import io.signalbox.store.StoreStatus;
import io.signalbox.store.StoreStatus.State;
import java.util.Locale;

/** The store's figures for Prometheus. */
final class StoreFamilies {
	private static final String PREFIX = "signalbox_store_";

	private StoreFamilies() {}

	static void add(Families families, Store store, Problems problems) {
		StoreStatus status = store.status();
		for (State state : State.values()) {
			families.gauge(PREFIX + "state", "1 with the state that the store is in.",
					Labels.of("state", state.name().toLowerCase(Locale.ROOT)), status.state() == state ? 1 : 0);
		}
		families.gauge(PREFIX + "problem", "1 while something is wrong with the store; the health probe has it in words.",
				Labels.NONE, status.problem().isPresent() ? 1 : 0);
		families.gauge(PREFIX + "objects_not_in_effect", "Stored objects that the box could not be made to have.",
				Labels.NONE, problems.all().size());
		families.gauge(PREFIX + "bytes", "Size of the database with its log.", Labels.NONE, status.bytes());
		families.counter(PREFIX + "writes", "Changes made durable.", Labels.NONE, status.writes());
		families.counter(PREFIX + "commits", "Commits to disk, each with one change or many.", Labels.NONE,
				status.commits());
		families.counter(PREFIX + "refusals", "Changes that were undone because they could not be kept.", Labels.NONE,
				status.refusals());
	}
}
