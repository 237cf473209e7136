package io.signalbox.imports;

import io.signalbox.feed.ReadProgress;
import io.signalbox.rib.Replacement;
import io.signalbox.rib.Rib;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.store.StaticRoutes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** The replacement of all that a source says, as work that can be looked at: one at a time a source. */
@Singleton
public final class Imports {
	/** Sources of which the last import is remembered once it is over. */
	private static final int MOST_REMEMBERED = 256;

	private static final double NANOS = 1e9;

	private final Rib rib;
	private final StaticRoutes staticRoutes;
	private final Map<String, Import> bySource = new LinkedHashMap<>();

	public Imports(Rib rib, StaticRoutes staticRoutes) {
		this.rib = rib;
		this.staticRoutes = staticRoutes;
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

	private Replacement replace(ImportRequest request, RouteChanges routes) {
		if (request.source().equals(RouteSource.STATIC) && !request.dryRun()) {
			return staticRoutes.replace(routes);
		}
		try {
			int differences = request.dryRun() ? request.differences() : 0;
			return rib.replace(request.source(), routes, request.dryRun(), differences, request.precondition())
					.join();
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
