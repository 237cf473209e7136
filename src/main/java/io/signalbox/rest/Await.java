package io.signalbox.rest;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Waits for the RIB on a request's own thread. */
final class Await {
	private Await() {}

	/** The result, or the exception that the future completed with as it was thrown. */
	static <T> T result(CompletableFuture<T> future) {
		try {
			return future.join();
		} catch (CompletionException failed) {
			throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
		}
	}
}
