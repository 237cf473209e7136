package io.signalbox.rib;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A reading of all routes, slice by slice. One thread. */
public final class RibExport implements AutoCloseable {
	private final Supplier<CompletableFuture<Optional<List<SourceRoutes>>>> slices;
	private final Runnable end;

	RibExport(Supplier<CompletableFuture<Optional<List<SourceRoutes>>>> slices, Runnable end) {
		this.slices = slices;
		this.end = end;
	}

	/**
	 * The next slice, empty after the last one. Applied in their order they are what the RIB has: the last ones say, or
	 * withdraw, anew what changed since it was read. Fails with {@link OvertakenException}.
	 */
	public CompletableFuture<Optional<List<SourceRoutes>>> next() {
		return slices.get();
	}

	@Override
	public void close() {
		end.run();
	}
}
