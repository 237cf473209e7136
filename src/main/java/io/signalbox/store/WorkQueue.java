package io.signalbox.store;

import io.signalbox.store.StoreException.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** What waits for the thread {@code store}, in the order in which it came. Any thread may add, one takes. */
final class WorkQueue {
	/** Writes that share a commit at most: so many that more would gain nothing. */
	private static final int GROUP = 1_024;

	private final Deque<Work> waiting = new ArrayDeque<>();
	private boolean closed;

	/** Something to do with the stored objects. */
	sealed interface Work {}

	/** A change that the box has already. */
	record Write(Consumer<Rows> kept, Runnable undo, CompletableFuture<Void> durable) implements Work {}

	record Read(Consumer<ObjectTable> question, CompletableFuture<Void> done) implements Work {}

	/** Throws when it is closed. */
	synchronized void requireOpen() {
		if (closed) {
			throw new StoreException(Reason.UNAVAILABLE, "The box stops and takes no more changes", null);
		}
	}

	synchronized void add(Work work) {
		requireOpen();
		waiting.add(work);
		notifyAll();
	}

	/** Waits for work: one read, or all writes before the next read. Nothing when closed and empty. */
	synchronized List<Work> next() throws InterruptedException {
		while (waiting.isEmpty() && !closed) {
			wait();
		}
		List<Work> work = new ArrayList<>();
		while (!waiting.isEmpty() && work.size() < GROUP && (work.isEmpty() || bothWrites(work.getLast()))) {
			work.add(waiting.poll());
		}
		return work;
	}

	private boolean bothWrites(Work last) {
		return last instanceof Write && waiting.peek() instanceof Write;
	}

	/** All writes that wait; reads stay. */
	synchronized List<Write> takeWrites() {
		List<Write> writes = new ArrayList<>();
		for (Iterator<Work> each = waiting.iterator(); each.hasNext();) {
			if (each.next() instanceof Write write) {
				writes.add(write);
				each.remove();
			}
		}
		return writes;
	}

	synchronized void close() {
		closed = true;
		notifyAll();
	}
}
