package io.signalbox.lifecycle;

import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.signalbox.cache.RouteCache;
import io.signalbox.config.Configuration;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.health.Progress;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.interfaces.LinkWatch;
import io.signalbox.rib.Rib;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import org.jboss.logging.Logger;

/**
 * Brings the box up before the API listens, and down when it has ended; a failure ends the start. The data plane is
 * asked for late, so that a library that cannot be loaded is such a failure.
 */
@Singleton
final class Startup {
	private static final Logger LOG = Logger.getLogger(Startup.class);

	private final Configuration configuration;
	private final Instance<Dataplane> dataplane;
	private final Instance<Rib> rib;
	private final Instance<Interfaces> interfaces;
	private final Instance<RouteCache> cache;
	private final Instance<LinkWatch> links;
	private final Progress progress;

	Startup(Configuration configuration, Instance<Dataplane> dataplane, Instance<Rib> rib,
			Instance<Interfaces> interfaces, Instance<RouteCache> cache, Instance<LinkWatch> links, Progress progress) {
		this.configuration = configuration;
		this.dataplane = dataplane;
		this.rib = rib;
		this.interfaces = interfaces;
		this.cache = cache;
		this.links = links;
		this.progress = progress;
	}

	void start(@Observes StartupEvent event) {
		configuration.unused().forEach(name -> LOG.warnf("the variable %s is no key of the configuration", name));
		configuration.stateDirectory().ifPresent(directory -> LOG.warnf(
				"stateDirectory=%s is not used by this version: nothing is kept over a restart", directory));
		if (!LaunchMode.current().isDevOrTest()) {
			ApiPort.needFree(configuration.api());
		}
		bringup().start();
		links.get().start();
	}

	/** Where another application may follow in this process, EAL stays up for it. */
	void stop(@Observes ShutdownEvent event) {
		links.get().stop();
		bringup().stop(!LaunchMode.current().isDevOrTest());
	}

	private Bringup bringup() {
		return new Bringup(configuration, new Host(Path.of("/")), dataplane.get(), rib.get(), interfaces.get(),
				cache.get(), progress);
	}
}
