package io.signalbox.health;

import io.signalbox.health.Progress.Stage;
import io.signalbox.interfaces.Interface;
import io.signalbox.interfaces.Interfaces;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Every configured interface is there, and one has a link, unless the operator has shut all down. One cable out of many does
 * not take the box out of service: routes go around it, and an orchestrator that drained the box would cut the others.
 */
@Readiness
@ApplicationScoped
public class PortsReady implements HealthCheck {
	private final Interfaces interfaces;
	private final Progress progress;

	public PortsReady(Interfaces interfaces, Progress progress) {
		this.interfaces = interfaces;
		this.progress = progress;
	}

	@Override
	public HealthCheckResponse call() {
		HealthCheckResponseBuilder answer = HealthCheckResponse.named("ports");
		if (!progress.hasReached(Stage.INTERFACES)) {
			return answer.withData("interfaces", "being added").down().build();
		}
		boolean wanted = false;
		boolean linked = false;
		for (Interface port : interfaces.list()) {
			boolean shut = !port.config().adminUp();
			boolean link = port.state().linkUp();
			wanted |= !shut;
			linked |= !shut && link;
			answer.withData(port.name(), shut ? "shut down" : link ? "up" : "no link");
		}
		return answer.status(linked || !wanted).build();
	}
}
