package io.signalbox.health;

import io.signalbox.feed.Feed;
import io.signalbox.feed.FeedStatus;
import io.signalbox.feed.Feeds;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Each configured feed has once had all that its peer has, or has had its time for it. */
@Readiness
@ApplicationScoped
public class FeedsReady implements HealthCheck {
	private final Feeds feeds;

	public FeedsReady(Feeds feeds) {
		this.feeds = feeds;
	}

	@Override
	public HealthCheckResponse call() {
		HealthCheckResponseBuilder answer = HealthCheckResponse.named("feeds");
		boolean ready = true;
		for (Feed feed : feeds.list()) {
			FeedStatus status = feed.status();
			ready &= status.ready();
			answer.withData(feed.name(), status.state().name().toLowerCase(Locale.ROOT));
		}
		return answer.status(ready).build();
	}
}
