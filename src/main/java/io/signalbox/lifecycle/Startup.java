package io.signalbox.lifecycle;

import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

/**
 * Joins the box to the container: it runs before the API listens, and stops when that has ended. {@link Signalbox} has
 * started it already; where there is no such main (tests), it is started here, and a failure ends the start.
 */
@Singleton
final class Startup {
	private final Instance<Box> box;

	/** The box is asked for late, so that what fails while it is made ends the start as well. */
	Startup(Instance<Box> box) {
		this.box = box;
	}

	void start(@Observes StartupEvent event) {
		if (Signalbox.started().isEmpty()) {
			box.get().start();
		}
	}

	void stop(@Observes ShutdownEvent event) {
		box.get().stop(!LaunchMode.current().isDevOrTest());
	}
}
