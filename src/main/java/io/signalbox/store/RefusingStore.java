package io.signalbox.store;

import io.signalbox.store.StoreException.Reason;
import io.signalbox.store.StoreStatus.State;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** A store that cannot be written, or not even be read: the box works by what was read of it, and takes no change. */
final class RefusingStore implements Store {
	private final String problem;
	private final List<StoredObject> objects;
	private final AtomicLong refusals = new AtomicLong();

	/** @param objects what could be read, by kind and key */
	RefusingStore(String problem, List<StoredObject> objects) {
		this.problem = problem;
		this.objects = List.copyOf(objects);
	}

	@Override
	public <T> T write(Lane lane, Supplier<Applied<T>> change) {
		throw refused();
	}

	@Override
	public <T> T rewrite(Function<Rows, T> change) {
		throw refused();
	}

	private StoreException refused() {
		refusals.incrementAndGet();
		return new StoreException(Reason.UNAVAILABLE, "Nothing can be changed, for it could not be kept: " + problem, null);
	}

	@Override
	public void forEach(Consumer<StoredObject> reader) {
		objects.forEach(reader);
	}

	@Override
	public List<StoredObject> page(Optional<Kind> kind, Optional<ObjectKey> after, int limit) {
		return objects.stream()
				.filter(each -> kind.isEmpty() || kind.get() == each.object().kind())
				.filter(each -> after.isEmpty() || each.object().compareTo(after.get()) > 0)
				.limit(limit)
				.toList();
	}

	@Override
	public StoreStatus status() {
		return new StoreStatus(State.UNAVAILABLE, Optional.of(problem), 0, 0, 0, refusals.get());
	}

	@Override
	public void close() {}
}
