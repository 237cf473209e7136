package io.signalbox.health;

import io.signalbox.dataplane.Counters;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.EalState;
import io.signalbox.stats.StatisticsReader;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Liveness;

/**
 * Every worker's loop turns. A data plane that does not run yet, or no more, is alive; one whose EAL failed is not: only
 * a new process helps it.
 */
@Liveness
@ApplicationScoped
public class WorkersLive implements HealthCheck {
	private static final String LOOPS = "loops";

	private final Dataplane dataplane;
	private final Heartbeats heartbeats;

	public WorkersLive(
			Dataplane dataplane,
			@ConfigProperty(name = "signalbox.health.heartbeat-tolerance", defaultValue = "PT2S") Duration tolerance) {
		this.dataplane = dataplane;
		this.heartbeats = new Heartbeats(tolerance.toNanos());
	}

	@Override
	public HealthCheckResponse call() {
		HealthCheckResponseBuilder answer = HealthCheckResponse.named("workers");
		EalState eal = dataplane.ealState();
		if (eal != EalState.UP || !dataplane.system().running()) {
			return answer.withData("eal", eal.name()).status(eal != EalState.FAILED).build();
		}
		Counters counters = dataplane.counters();
		long[] reading = loops(counters);
		List<Integer> still = heartbeats.check(System.nanoTime(), reading);
		for (int worker = 0; worker < reading.length; worker++) {
			answer.withData(
					StatisticsReader.coreName(worker, reading.length),
					still.contains(worker) ? "stands still" : "turns");
		}
		return answer.status(still.isEmpty()).build();
	}

	private static long[] loops(Counters counters) {
		int index = counters.coreCounters().stream()
				.filter(description -> description.name().equals(LOOPS))
				.findFirst()
				.orElseThrow(() -> new IllegalStateException("the data plane counts no " + LOOPS))
				.index();
		long[] reading = new long[counters.workers()];
		for (int worker = 0; worker < reading.length; worker++) {
			reading[worker] = counters.core(worker, index);
		}
		return reading;
	}
}
