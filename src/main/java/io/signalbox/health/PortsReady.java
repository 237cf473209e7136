package io.signalbox.health;

import io.signalbox.health.Progress.Stage;
import io.signalbox.interfaces.Interface;
import io.signalbox.interfaces.Interfaces;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Every configured interface is there, and each that the operator has not shut down has a link. */
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
		boolean up = true;
		for (Interface port : interfaces.list()) {
			boolean shut = !port.config().adminUp();
			up &= shut || port.state().linkUp();
			answer.withData(port.name(), shut ? "shut down" : port.state().linkUp() ? "up" : "no link");
		}
		return answer.status(up).build();
	}
}
