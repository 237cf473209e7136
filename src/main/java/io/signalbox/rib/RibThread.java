package io.signalbox.rib;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** The thread {@code rib-writer}, the only one that touches the RIB's tables; it does one piece of work after the other. */
final class RibThread implements AutoCloseable {
	private static final long CLOSE_SECONDS = 2;

	private final ExecutorService writer =
			Executors.newSingleThreadExecutor(Thread.ofPlatform().name("rib-writer").daemon().factory());

	/** Fails with {@link RibClosedException} after {@link #close}. */
	<T> CompletableFuture<T> submit(Supplier<T> work) {
		try {
			return CompletableFuture.supplyAsync(work, writer);
		} catch (RejectedExecutionException closed) {
			return CompletableFuture.failedFuture(new RibClosedException(closed));
		}
	}

	/** Work in slices, each from where the one before it ended, until one names no end; other work is done between. */
	<C> CompletableFuture<Void> slices(C from, Function<C, Optional<C>> slice) {
		return submit(() -> slice.apply(from)).thenCompose(next ->
				next.isEmpty() ? CompletableFuture.completedFuture(null) : slices(next.get(), slice));
	}

	/** What is queued is done first, within 2 s. */
	@Override
	public void close() {
		writer.shutdown();
		try {
			if (!writer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
				writer.shutdownNow();
			}
		} catch (InterruptedException interrupted) {
			writer.shutdownNow();
			Thread.currentThread().interrupt();
		}
	}
}
