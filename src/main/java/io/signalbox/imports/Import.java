package io.signalbox.imports;

import io.signalbox.feed.ReadProgress;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Optional;

/**
 * One import from its begin on. The thread that made it reads its body and ends it; any thread may look at it or
 * cancel it.
 */
final class Import implements ReadProgress {
	private static final double NANOS = 1e9;

	private final ImportRequest request;
	private final Thread reader = Thread.currentThread();
	private final Instant started = Instant.now();
	private final long begin = System.nanoTime();
	// Written by the reader alone.
	private volatile long bytes;
	private volatile long records;
	private volatile long routes;
	// Guarded by this.
	private ImportState state = ImportState.READING;
	private long end;
	private Optional<ImportResult> result = Optional.empty();
	private Optional<String> failure = Optional.empty();

	Import(ImportRequest request) {
		this.request = request;
	}

	/** The body, counted; reading it ends when the import is cancelled, also while none of it comes. */
	InputStream watch(InputStream body) {
		return new Watched(body);
	}

	@Override
	public void at(long recordsRead, long routesKnown) {
		records = recordsRead;
		routes = routesKnown;
	}

	/** The body has been read; from here on it is too late to cancel. */
	synchronized void apply() {
		checkNotCancelled();
		state = ImportState.APPLYING;
	}

	synchronized void done(ImportResult outcome) {
		result = Optional.of(outcome);
		end(ImportState.DONE);
	}

	/** Throws {@link ImportCancelledException} where that is the reason. */
	synchronized void failed(Throwable thrown) {
		checkNotCancelled();
		String why = String.valueOf(thrown.getMessage());
		failure = Optional.of(thrown instanceof IOException ? "the body did not come to its end: " + why : why);
		end(ImportState.FAILED);
	}

	/** False where it is too late. */
	synchronized boolean cancel() {
		if (state != ImportState.READING) {
			return false;
		}
		end(ImportState.CANCELLED);
		reader.interrupt();
		return true;
	}

	private void end(ImportState how) {
		state = how;
		end = System.nanoTime();
	}

	/** Called by the reader: takes the interrupt back, its thread goes on with other work. */
	private synchronized void checkNotCancelled() {
		if (state == ImportState.CANCELLED) {
			Thread.interrupted();
			throw new ImportCancelledException();
		}
	}

	synchronized boolean isOver() {
		return state.isOver();
	}

	synchronized ImportStatus status() {
		double seconds = ((state.isOver() ? end : System.nanoTime()) - begin) / NANOS;
		return new ImportStatus(request, state, started, seconds, bytes, records, routes, result, failure);
	}

	private final class Watched extends FilterInputStream {
		private Watched(InputStream body) {
			super(body);
		}

		@Override
		public int read() throws IOException {
			int octet = super.read();
			count(octet < 0 ? octet : 1);
			return octet;
		}

		@Override
		public int read(byte[] into, int offset, int length) throws IOException {
			return count(super.read(into, offset, length));
		}

		@SuppressWarnings("NonAtomicVolatileUpdate")
		private int count(int read) {
			checkNotCancelled();
			bytes += Math.max(read, 0);
			return read;
		}
	}
}
