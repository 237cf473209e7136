package io.signalbox.store;

import io.signalbox.store.StoreStatus.State;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Without a stateDirectory nothing is kept: a write is applied, and holds until the box stops. */
public final class NoStore implements Store {
	@Override
	public <T> T write(Lane lane, Supplier<Applied<T>> change) {
		return change.get().result();
	}

	@Override
	public <T> T rewrite(Function<Rows, T> change) {
		return change.apply(new NoRows());
	}

	@Override
	public void forEach(Consumer<StoredObject> reader) {}

	@Override
	public List<StoredObject> page(Optional<Kind> kind, Optional<ObjectKey> after, int limit) {
		return List.of();
	}

	@Override
	public StoreStatus status() {
		return new StoreStatus(State.NONE, Optional.empty(), 0, 0, 0, 0);
	}

	@Override
	public void close() {}

	private static final class NoRows implements Rows {
		@Override
		public void put(Kind kind, String key, String json) {}

		@Override
		public void delete(Kind kind, String key) {}

		@Override
		public void deleteUnder(Kind kind, String prefix) {}

		@Override
		public int forget(Kind kind, String key) {
			return 0;
		}

		@Override
		public int forgetUnder(Kind kind, String prefix) {
			return 0;
		}

		@Override
		public int forgetAll() {
			return 0;
		}
	}
}
