package io.signalbox.store;

import io.signalbox.cache.CacheChange;
import io.signalbox.cache.RouteCache;
import io.signalbox.dataplane.CacheSettings;
import jakarta.inject.Singleton;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Changes to the settings of {@link RouteCache} that outlive the box. */
@Singleton
public final class StoredCache {
	private final RouteCache cache;
	private final Store store;
	private final Problems problems;

	public StoredCache(RouteCache cache, Store store, Problems problems) {
		this.cache = cache;
		this.store = store;
		this.problems = problems;
	}

	public CacheSettings change(CacheChange change, Consumer<CacheSettings> precondition) {
		CacheSettings changed = store.write(Lane.CACHE, () -> {
			AtomicReference<CacheSettings> was = new AtomicReference<>();
			CacheSettings now = cache.change(change, before -> {
				precondition.accept(before);
				was.set(before);
			});
			return new Applied<>(
					now,
					rows -> StoredSettings.put(rows, StoredSettings.of(change)),
					() -> cache.change(StoredSettings.change(was.get()), _ -> {}));
		});
		StoredSettings.of(change).keySet().forEach(key -> problems.solved(Kind.SETTING, key));
		return changed;
	}
}
