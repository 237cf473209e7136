package io.signalbox.store;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Where the objects live that the API changed, over restarts of the box. Any thread may call. */
public interface Store extends AutoCloseable {
	/**
	 * Makes a change: {@code change} checks it and applies it to the box, then it is made durable, then this returns.
	 * What {@code change} throws has changed nothing and is thrown on. Throws {@link StoreException} when it cannot be
	 * made durable: then the box is as it was before.
	 */
	<T> T write(Lane lane, Supplier<Applied<T>> change);

	/** Changes what is stored and not the box; returns when that is durable. */
	<T> T rewrite(Function<Rows, T> change);

	/** Every stored object, by kind and key. */
	void forEach(Consumer<StoredObject> reader);

	/** At most {@code limit} objects after one, of one kind or of all. */
	List<StoredObject> page(Optional<Kind> kind, Optional<ObjectKey> after, int limit);

	StoreStatus status();

	@Override
	void close();
}
