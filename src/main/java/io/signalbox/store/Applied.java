package io.signalbox.store;

import java.util.function.Consumer;

/**
 * A change that the box works by already.
 *
 * @param result what its writer is to be answered
 * @param kept what the store is to keep of it; run by the store's thread
 * @param undo takes it back from the box; run when the store refuses, before anything else changes
 */
public record Applied<T>(T result, Consumer<Rows> kept, Runnable undo) {}
