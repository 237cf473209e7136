package io.signalbox.health;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.EalState;
import io.signalbox.health.Progress.Stage;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** The data plane runs, and the configured routes are in its FIB. */
@Readiness
@ApplicationScoped
public class ForwardingReady implements HealthCheck {
	private final Dataplane dataplane;
	private final Progress progress;

	public ForwardingReady(Dataplane dataplane, Progress progress) {
		this.dataplane = dataplane;
		this.progress = progress;
	}

	@Override
	public HealthCheckResponse call() {
		boolean running = dataplane.ealState() == EalState.UP && dataplane.system().running();
		boolean routes = progress.hasReached(Stage.ROUTES);
		return HealthCheckResponse.named("forwarding")
				.withData("data-plane", running ? "runs" : "does not run")
				.withData("configured-routes", routes ? "in the FIB" : "not yet in the FIB")
				.status(running && routes)
				.build();
	}
}
