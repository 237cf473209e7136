package io.signalbox.health;

import io.signalbox.health.Progress.Stage;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Startup;

/** Everything of the configuration has been carried out once. */
@Startup
@ApplicationScoped
public class Started implements HealthCheck {
	private final Progress progress;

	public Started(Progress progress) {
		this.progress = progress;
	}

	@Override
	public HealthCheckResponse call() {
		HealthCheckResponseBuilder answer = HealthCheckResponse.named("start");
		boolean all = true;
		for (Stage stage : Stage.values()) {
			boolean reached = progress.hasReached(stage);
			answer.withData(stage.name().toLowerCase(Locale.ROOT).replace('_', '-'), reached);
			all &= reached;
		}
		return answer.status(all).build();
	}
}
