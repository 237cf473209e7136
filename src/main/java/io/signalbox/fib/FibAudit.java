package io.signalbox.fib;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.fib.AuditReport.Difference;
import io.signalbox.rib.Rib;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Whether the data plane holds what the RIB has told it, and packets see that: looked at now and then and when asked, on
 * a thread of its own, and put right where it differs.
 */
public final class FibAudit {
	private static final Logger LOG = Logger.getLogger(FibAudit.class);
	private static final int KEPT = 10;
	private static final long LAST_RUN_SECONDS = 5;

	private final Dataplane dataplane;
	private final Rib rib;
	private final FibProgrammer programmer;
	private final int intervalSeconds;
	private final ScheduledExecutorService thread =
			Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("fib-audit").factory());
	private final AtomicBoolean stop = new AtomicBoolean();
	private final Deque<AuditReport> reports = new ArrayDeque<>();
	private final Map<AuditKind, Difference> totals = new EnumMap<>(AuditKind.class);
	private CompletableFuture<AuditReport> running = CompletableFuture.completedFuture(null);
	private long runs;
	private long failures;
	private double seconds;

	/** @param intervalSeconds from the end of one audit to the next, 0 = only when asked */
	public FibAudit(Dataplane dataplane, Rib rib, FibProgrammer programmer, int intervalSeconds) {
		this.dataplane = dataplane;
		this.rib = rib;
		this.programmer = programmer;
		this.intervalSeconds = intervalSeconds;
	}

	/** What all audits so far came to. */
	public record Totals(long runs, long failures, double seconds, Map<AuditKind, Difference> differences) {
		public Totals {
			differences = Map.copyOf(differences);
		}
	}

	/** Begins; call it once the data plane runs. */
	public void start() {
		if (intervalSeconds > 0) {
			var _ = thread.scheduleWithFixedDelay(this::look, intervalSeconds, intervalSeconds, TimeUnit.SECONDS);
		}
	}

	/** Ends, within some ms also an audit that is going on; call it before the data plane stops. */
	public void stop() {
		stop.set(true);
		thread.shutdownNow();
		try {
			if (!thread.awaitTermination(LAST_RUN_SECONDS, TimeUnit.SECONDS)) {
				LOG.warn("the last audit does not end");
			}
		} catch (InterruptedException interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	public int intervalSeconds() {
		return intervalSeconds;
	}

	/** Runs one now; while one is going on, that one is the answer. It never fails: its report says what did. */
	public synchronized CompletableFuture<AuditReport> run() {
		if (running.isDone()) {
			running = CompletableFuture.supplyAsync(this::audit, thread);
		}
		return running;
	}

	private void look() {
		var _ = run();
	}

	private AuditReport audit() {
		AuditReport report = new AuditRun(dataplane, rib, programmer, stop).run();
		log(report);
		keep(report);
		return report;
	}

	private static void log(AuditReport report) {
		report.failure().ifPresent(failure -> LOG.warnf("audit failed after %.3f s: %s", report.seconds(), failure));
		if (!report.differences().isEmpty()) {
			List<String> counts = new ArrayList<>();
			report.differences().forEach((kind, difference) ->
					counts.add(kind + " found=" + difference.found() + " healed=" + difference.healed()));
			LOG.warnf("audit: %s; %s", String.join(", ", counts), String.join("; ", report.examples()));
		}
	}

	private synchronized void keep(AuditReport report) {
		runs++;
		failures += report.failure().isPresent() ? 1 : 0;
		seconds += report.seconds();
		report.differences().forEach((kind, found) -> totals.merge(kind, found, (before, more) ->
				new Difference(before.found() + more.found(), before.healed() + more.healed())));
		reports.addFirst(report);
		if (reports.size() > KEPT) {
			reports.removeLast();
		}
	}

	/** The last ones, the newest first. */
	public synchronized List<AuditReport> reports() {
		return List.copyOf(reports);
	}

	public synchronized Totals totals() {
		return new Totals(runs, failures, seconds, totals);
	}
}
