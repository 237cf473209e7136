package io.signalbox.health;

import io.signalbox.store.Problems;
import io.signalbox.store.Store;
import io.signalbox.store.StoreStatus;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Tells how the store is. A box that cannot keep changes forwards all the same, so it never takes the box out of use. */
@Readiness
@ApplicationScoped
public class StoreReady implements HealthCheck {
	private final Store store;
	private final Problems problems;

	public StoreReady(Store store, Problems problems) {
		this.store = store;
		this.problems = problems;
	}

	@Override
	public HealthCheckResponse call() {
		StoreStatus status = store.status();
		HealthCheckResponseBuilder answer = HealthCheckResponse.named("store")
				.withData("state", status.state().name().toLowerCase(Locale.ROOT))
				.withData("not-in-effect", problems.all().size());
		status.problem().ifPresent(problem -> answer.withData("problem", problem));
		problems.all().forEach((object, sentence) -> answer.withData(object.toString(), sentence));
		return answer.up().build();
	}
}
