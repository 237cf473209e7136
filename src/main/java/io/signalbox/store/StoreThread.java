package io.signalbox.store;

import io.signalbox.store.StoreException.Reason;
import io.signalbox.store.StoreStatus.State;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import org.jboss.logging.Logger;
import org.sqlite.SQLiteErrorCode;

/** The thread {@code store}: the only one that touches the database. */
final class StoreThread {
	private static final Logger LOG = Logger.getLogger(StoreThread.class);
	private static final long CLOSES_WITHIN_MILLIS = 10_000;

	private final Opener opener;
	private final WorkQueue queue;
	private final Lock stopsWriters;
	private final String damage;
	private final Thread thread;
	/** Null after a failure that the connection may not have survived; opened again by the next work. */
	private Database database;
	private volatile StoreStatus status;

	/** Opens the database. */
	interface Opener {
		Database open() throws SQLException;
	}

	/**
	 * @param damage what was found wrong with the database before this one; empty text when nothing was
	 * @param stopsWriters while it is held nobody applies a change
	 */
	StoreThread(Opener opener, Database database, String damage, WorkQueue queue, Lock stopsWriters) {
		this.opener = opener;
		this.database = database;
		this.damage = damage;
		this.queue = queue;
		this.stopsWriters = stopsWriters;
		this.status = new StoreStatus(State.WRITABLE, problem(damage), database.bytes(), 0, 0, 0);
		this.thread = Thread.ofPlatform().daemon().name("store").start(this::run);
	}

	private static Optional<String> problem(String text) {
		return Optional.of(text).filter(some -> !some.isEmpty());
	}

	private void run() {
		try {
			for (List<WorkQueue.Work> work = queue.next(); !work.isEmpty(); work = queue.next()) {
				if (work.getFirst() instanceof WorkQueue.Read read) {
					answer(read);
				} else {
					List<WorkQueue.Write> writes = new ArrayList<>();
					work.forEach(each -> writes.add((WorkQueue.Write) each));
					keep(writes);
				}
			}
		} catch (InterruptedException ends) {
			LOG.errorf("the store ends: %s", ends);
		}
		close();
	}

	private void answer(WorkQueue.Read read) {
		try {
			read.question().accept(open().objects());
			read.done().complete(null);
		} catch (SQLException refused) {
			read.done().completeExceptionally(exception(refused));
		} catch (ObjectTable.Refusal refused) {
			read.done().completeExceptionally(exception(refused.reason));
		} catch (RuntimeException defect) {
			read.done().completeExceptionally(defect);
		}
	}

	/** Makes these durable, all by one commit, or takes all of them back. */
	private void keep(List<WorkQueue.Write> writes) {
		try {
			Database current = open();
			writes.forEach(write -> write.kept().accept(current.objects()));
			current.commit();
		} catch (SQLException refused) {
			refuse(writes, exception(refused));
			return;
		} catch (ObjectTable.Refusal refused) {
			refuse(writes, exception(refused.reason));
			return;
		} catch (RuntimeException defect) {
			refuse(writes, new StoreException(Reason.UNAVAILABLE, "the change cannot be stored: " + defect, defect));
			return;
		}
		status = new StoreStatus(State.WRITABLE, problem(damage), database.bytes(), status.writes() + writes.size(),
				status.commits() + 1, status.refusals());
		writes.forEach(write -> write.durable().complete(null));
	}

	/** Undoes these and all that were applied since, the last first, and lets them fail. */
	private void refuse(List<WorkQueue.Write> writes, StoreException reason) {
		stopsWriters.lock();
		try {
			List<WorkQueue.Write> all = new ArrayList<>(writes);
			all.addAll(queue.takeWrites());
			LOG.errorf(reason, "the store refused %d changes, which are undone", all.size());
			State state = reason.reason() == Reason.FULL ? State.WRITABLE : State.UNAVAILABLE;
			status = new StoreStatus(state, Optional.of(reason.getMessage()), status.bytes(), status.writes(),
					status.commits(), status.refusals() + all.size());
			abandon(reason.reason() == Reason.FULL);
			all.reversed().forEach(StoreThread::undo);
			all.forEach(write -> write.durable().completeExceptionally(reason));
		} finally {
			stopsWriters.unlock();
		}
	}

	private static void undo(WorkQueue.Write write) {
		try {
			write.undo().run();
		} catch (RuntimeException stays) {
			LOG.errorf(stays, "a change that could not be kept could not be undone either:"
					+ " the box works by it until it is started again");
		}
	}

	private Database open() throws SQLException {
		if (database == null) {
			database = opener.open();
		}
		return database;
	}

	/** Ends the transaction; and the connection where it may have suffered, so that nothing of that stays in its caches. */
	private void abandon(boolean goesOn) {
		if (database == null) {
			return;
		}
		try {
			database.rollback();
			if (goesOn) {
				return;
			}
		} catch (SQLException noTransaction) {
			LOG.debugf("rollback: %s", noTransaction);
		}
		close();
	}

	private void close() {
		try {
			if (database != null) {
				database.close();
			}
		} catch (SQLException unclosed) {
			LOG.warnf("the store's connection was not closed well: %s", unclosed);
		}
		database = null;
	}

	private static StoreException exception(SQLException refused) {
		return Database.code(refused) == SQLiteErrorCode.SQLITE_FULL.code
				? new StoreException(Reason.FULL, "The disk of the stateDirectory is full; nothing was changed", refused)
				: new StoreException(
						Reason.UNAVAILABLE, "The store cannot keep it; nothing was changed: " + refused.getMessage(), refused);
	}

	StoreStatus status() {
		return status;
	}

	void join() {
		try {
			thread.join(CLOSES_WITHIN_MILLIS);
		} catch (InterruptedException interrupted) {
			Thread.currentThread().interrupt();
		}
	}
}
