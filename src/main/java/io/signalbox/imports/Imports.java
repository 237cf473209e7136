package io.signalbox.imports;

import io.signalbox.feed.ReadProgress;
import io.signalbox.rib.Exchange;
import io.signalbox.rib.Replacement;
import io.signalbox.rib.Rib;
import io.signalbox.rib.SourceRoutes;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.snapshot.PackedRoutes;
import io.signalbox.store.StaticRoutes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The replacement of all that a source says, as work that can be looked at: one at a time a source. */
@Singleton
public final class Imports {
	/** Sources of which the last import is remembered once it is over. */
	private static final int MOST_REMEMBERED = 256;

	private static final double NANOS = 1e9;

	private final Rib rib;
	private final StaticRoutes staticRoutes;
	private final Rollbacks rollbacks;
	private final Map<String, Import> bySource = new LinkedHashMap<>();

	public Imports(Rib rib, StaticRoutes staticRoutes, Rollbacks rollbacks) {
		this.rib = rib;
		this.staticRoutes = staticRoutes;
		this.rollbacks = rollbacks;
	}

	/** How a body is read to its end. */
	@FunctionalInterface
	public interface Reading {
		Gathered read(InputStream body, ReadProgress progress) throws IOException;
	}

	/**
	 * Reads a body and replaces the source's routes by its. When this throws, nothing has changed.
	 *
	 * @throws ImportRunningException while the source has another one
	 * @throws ImportCancelledException when it was cancelled
	 */
	public ImportResult run(ImportRequest request, InputStream body, Reading reading) throws IOException {
		long begin = System.nanoTime();
		Import job = begin(request);
		try {
			Gathered gathered = reading.read(job.watch(body), job);
			job.apply();
			Replacement replacement = replace(request, gathered.routes());
			double seconds = (System.nanoTime() - begin) / NANOS;
			ImportResult result = new ImportResult(request.dryRun(), replacement, gathered.notes(), seconds);
			job.done(result);
			return result;
		} catch (IOException | RuntimeException | Error thrown) {
			job.failed(thrown);
			throw thrown;
		}
	}

	/**
	 * Puts back what the source said before its last replacement; that is a replacement itself, so the next one goes
	 * forward again.
	 *
	 * @throws NoRollbackException when that is not known
	 */
	public ImportResult rollback(ImportRequest request) throws IOException {
		return run(request, InputStream.nullInputStream(), (_, progress) -> {
			RouteChanges before = before(request.source().name(), request.vrf());
			progress.at(before.size(), before.size());
			return new Gathered(before, new ReadingNotes(0, List.of()));
		});
	}

	/** Whether {@link #rollback} has something to put back; it need not be readable. */
	public boolean hasRollback(ImportRequest request) {
		return rollbacks.has(request.source().name(), request.vrf());
	}

	private RouteChanges before(String source, String vrf) {
		byte[] packed = rollbacks.find(source, vrf)
				.orElseThrow(() -> new NoRollbackException("It is not known what " + source + " said in the VRF " + vrf
						+ " before: there was no replacement that changed it"));
		try {
			return PackedRoutes.unpack(packed, vrf);
		} catch (IllegalArgumentException damaged) {
			throw new NoRollbackException("What " + source + " said before cannot be read: " + damaged.getMessage());
		}
	}

	private Replacement replace(ImportRequest request, RouteChanges routes) {
		if (request.dryRun()) {
			return await(rib.replace(request.source(), routes, true, request.differences(), request.precondition()));
		}
		Rollbacks.Prepared wayBack = rollbacks.prepare(request.source().name(), request.vrf());
		boolean kept = false;
		try {
			Exchange exchange = request.source().equals(RouteSource.STATIC)
					? staticRoutes.replace(routes, request.precondition())
					: await(rib.exchange(request.source(), routes, request.precondition()));
			if (!exchange.commit().isEmpty()) {
				kept = true;
				wayBack.keep(new SourceRoutes(request.source(), exchange.before()));
			}
			return new Replacement(exchange.commit(), List.of());
		} finally {
			if (!kept) {
				wayBack.drop();
			}
		}
	}

	private static <T> T await(CompletableFuture<T> future) {
		try {
			return future.join();
		} catch (CompletionException failed) {
			throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
		}
	}

	private Import begin(ImportRequest request) {
		String source = request.source().name();
		synchronized (bySource) {
			Import before = bySource.get(source);
			if (before != null && !before.isOver()) {
				throw new ImportRunningException(source);
			}
			Import job = new Import(request);
			bySource.remove(source);
			forgetOldest();
			bySource.put(source, job);
			return job;
		}
	}

	private void forgetOldest() {
		if (bySource.size() >= MOST_REMEMBERED) {
			bySource.values().stream().filter(Import::isOver).findFirst().ifPresent(bySource.values()::remove);
		}
	}

	/** The running import of a source, or its last one. */
	public Optional<ImportStatus> find(String source) {
		return job(source).map(Import::status);
	}

	/** Cancels the import that a source has; false where it has none that could be: it is being applied, or over. */
	public boolean cancel(String source) {
		return job(source).map(Import::cancel).orElse(false);
	}

	private Optional<Import> job(String source) {
		synchronized (bySource) {
			return Optional.ofNullable(bySource.get(source));
		}
	}
}
