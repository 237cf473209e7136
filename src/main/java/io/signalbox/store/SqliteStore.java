package io.signalbox.store;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The store in SQLite. A writer applies its change and queues what is to be kept under its lane's lock, so the queue has
 * the order of the box; then it waits without a lock, and the thread {@code store} makes all that is queued durable by
 * one commit. When that fails it stops all writers, takes back what is not durable, the last first, and lets them fail:
 * so what is stored and what the box does are one, whatever fails.
 */
final class SqliteStore implements Store {
	private final ReentrantReadWriteLock applying = new ReentrantReadWriteLock();
	private final Map<Lane, ReentrantLock> lanes = new EnumMap<>(Lane.class);
	private final WorkQueue queue = new WorkQueue();
	private final StoreThread thread;

	/** @param damage what was found wrong with the database before this one; empty text when nothing was */
	SqliteStore(StoreThread.Opener opener, Database database, String damage) {
		for (Lane lane : Lane.values()) {
			lanes.put(lane, new ReentrantLock());
		}
		thread = new StoreThread(opener, database, damage, queue, applying.writeLock());
	}

	@Override
	public <T> T write(Lane lane, Supplier<Applied<T>> change) {
		Applied<T> applied;
		WorkQueue.Write write;
		applying.readLock().lock();
		lanes.get(lane).lock();
		try {
			queue.requireOpen();
			applied = change.get();
			write = new WorkQueue.Write(applied.kept(), applied.undo(), new CompletableFuture<>());
			queue.add(write);
		} finally {
			lanes.get(lane).unlock();
			applying.readLock().unlock();
		}
		await(write.durable());
		return applied.result();
	}

	@Override
	public <T> T rewrite(Function<Rows, T> change) {
		AtomicReference<T> result = new AtomicReference<>();
		WorkQueue.Write write = new WorkQueue.Write(
				rows -> result.set(change.apply(rows)), () -> {}, new CompletableFuture<>());
		queue.add(write);
		await(write.durable());
		return result.get();
	}

	@Override
	public void forEach(Consumer<StoredObject> reader) {
		read(objects -> {
			objects.forEach(reader);
			return null;
		});
	}

	@Override
	public List<StoredObject> page(Optional<Kind> kind, Optional<ObjectKey> after, int limit) {
		return read(objects -> objects.page(kind, after, limit));
	}

	private <T> T read(Function<ObjectTable, T> question) {
		AtomicReference<T> answer = new AtomicReference<>();
		WorkQueue.Read read =
				new WorkQueue.Read(objects -> answer.set(question.apply(objects)), new CompletableFuture<>());
		queue.add(read);
		await(read.done());
		return answer.get();
	}

	private static void await(CompletableFuture<Void> done) {
		try {
			done.join();
		} catch (CompletionException failed) {
			throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
		}
	}

	@Override
	public StoreStatus status() {
		return thread.status();
	}

	/** Takes no more writes; those queued become durable first. */
	@Override
	public void close() {
		applying.writeLock().lock();
		try {
			queue.close();
		} finally {
			applying.writeLock().unlock();
		}
		thread.join();
	}
}
