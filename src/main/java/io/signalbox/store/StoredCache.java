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

	public StoredCache(RouteCache cache, Store store) {
		this.cache = cache;
		this.store = store;
	}

	public CacheSettings change(CacheChange change, Consumer<CacheSettings> precondition) {
		return store.write(Lane.CACHE, () -> {
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
	}
}
