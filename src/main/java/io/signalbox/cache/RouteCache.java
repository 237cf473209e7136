package io.signalbox.cache;

import io.signalbox.dataplane.CacheSettings;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The settings of the cores' route caches. They are kept by the data plane, which also has the defaults. Any thread may
 * call; changes are made one at a time.
 */
public final class RouteCache {
	private final Dataplane dataplane;
	private final ReentrantLock lock = new ReentrantLock();

	public RouteCache(Dataplane dataplane) {
		this.dataplane = dataplane;
	}

	public CacheSettings settings() {
		return dataplane.cache();
	}

	/**
	 * All of the change or nothing; {@link DataplaneException} with reason NO_CAPACITY when memory is short. The
	 * precondition gets the settings just before the change, and stops it by throwing.
	 */
	public CacheSettings change(CacheChange change, Consumer<CacheSettings> precondition) {
		lock.lock();
		try {
			CacheSettings before = settings();
			precondition.accept(before);
			CacheSettings wanted = change.appliedTo(before);
			if (!wanted.equals(before)) {
				dataplane.setCache(wanted);
			}
			return settings();
		} finally {
			lock.unlock();
		}
	}
}
