package io.signalbox.lifecycle;

import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.signalbox.config.Configuration;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.EalState;
import io.signalbox.health.Progress;
import io.signalbox.health.Progress.Stage;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.interfaces.LinkWatch;
import io.signalbox.rib.Rib;
import io.signalbox.route.Route;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jboss.logging.Logger;

/**
 * Brings the box up step by step before the API listens, and down again. Each step is logged with its duration; one that
 * fails ends the start.
 *
 * <p>EAL starts once a process, so where an application restarts in the same one (tests, live reload) it is adopted, and
 * left up at the end.
 */
@Singleton
final class Startup {
	private static final Logger LOG = Logger.getLogger(Startup.class);

	private final Configuration configuration;
	private final Instance<Dataplane> library;
	private final Instance<Rib> rib;
	private final Instance<Interfaces> interfaces;
	private final LinkWatch links;
	private final Progress progress;

	Startup(Configuration configuration, Instance<Dataplane> library, Instance<Rib> rib, Instance<Interfaces> interfaces,
			LinkWatch links, Progress progress) {
		this.configuration = configuration;
		this.library = library;
		this.rib = rib;
		this.interfaces = interfaces;
		this.links = links;
		this.progress = progress;
	}

	void start(@Observes StartupEvent event) {
		configuration.unused().forEach(name -> LOG.warnf("the variable %s is no key of the configuration", name));
		configuration.stateDirectory().ifPresent(directory -> LOG.warnf(
				"stateDirectory=%s is not used by this version: nothing is kept over a restart", directory));
		try {
			step("library", library::get);
			bringUp();
		} catch (RuntimeException failure) {
			LOG.errorf("the start failed: %s", failure.getMessage());
			throw failure;
		}
	}

	private void bringUp() {
		try {
			step("eal", this::startEal);
			step("data-plane", this::startDataplane);
			progress.reached(Stage.DATA_PLANE);
			configuration.interfaces().forEach(this::addInterface);
			links.start();
			progress.reached(Stage.INTERFACES);
			step("routes", this::announceRoutes);
			progress.reached(Stage.ROUTES);
		} catch (RuntimeException failure) {
			stopDataplane();
			throw failure;
		}
	}

	private void startEal() {
		Dataplane dataplane = library.get();
		if (dataplane.ealState() == EalState.UP) {
			LOG.info("eal=adopted");
			return;
		}
		EalArguments arguments = new EalArguments(configuration, new Host(Path.of("/")));
		List<String> list = arguments.build();
		LOG.infof("hugepages=%s mebibytes=%d workers=%s arguments=\"%s\"", arguments.onHugepages(),
				configuration.memory().mebibytes(), arguments.workers(), String.join(" ", list));
		if (!arguments.onHugepages()) {
			LOG.warnf("EAL's memory is not on hugepages (free: %d MiB): forwarding is slower",
					new Host(Path.of("/")).freeHugepageMebibytes());
		}
		dataplane.startEal(list);
	}

	private void startDataplane() {
		Dataplane dataplane = library.get();
		if (dataplane.system().running()) {
			dataplane.stop();
		}
		try {
			dataplane.start(configuration.dataplane());
		} catch (DataplaneException refused) {
			throw refused.reason() == Reason.NO_CAPACITY
					? new StartException(refused.getMessage() + "; raise memory.mebibytes ("
							+ configuration.memory().mebibytes() + "), or lower dataplane.mbufs, routes4 or routes6")
					: refused;
		}
	}

	private void addInterface(InterfaceConfig config) {
		step("interface name=" + config.name() + " device=" + config.device(), () -> interfaces.get().add(config));
	}

	private void announceRoutes() {
		if (configuration.routes().isEmpty()) {
			return;
		}
		RouteChanges changes = new RouteChanges();
		for (Route route : configuration.routes()) {
			changes.announce(route.prefix(), route.nexthop(), route.metric(), route.distance());
		}
		try {
			rib.get().apply(RouteSource.STATIC, changes).join();
		} catch (CompletionException failed) {
			throw new StartException("routes: " + failed.getCause().getMessage());
		}
	}

	private static void step(String name, Runnable work) {
		long begin = System.nanoTime();
		work.run();
		LOG.infof("step=%s millis=%d", name, (System.nanoTime() - begin) / 1_000_000);
	}

	void stop(@Observes ShutdownEvent event) {
		links.stop();
		step("stop", this::stopDataplane);
	}

	/** Stops what runs; EAL stays for the next application of this process, if there may be one. */
	private void stopDataplane() {
		try {
			Dataplane dataplane = library.get();
			if (dataplane.ealState() != EalState.UP) {
				return;
			}
			if (dataplane.system().running()) {
				dataplane.stop();
			}
			if (!LaunchMode.current().isDevOrTest()) {
				dataplane.stopEal();
			}
		} catch (RuntimeException failure) {
			LOG.errorf(failure, "the data plane does not stop");
		}
	}
}
