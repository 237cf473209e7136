package io.signalbox.lifecycle;

import io.signalbox.config.Configuration;
import io.signalbox.config.StaticRoute;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.EalState;
import io.signalbox.health.Progress;
import io.signalbox.health.Progress.Stage;
import io.signalbox.store.Desired.Port;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Makes the data plane what the configuration says, step by step, and stops it. Each step is logged with its duration.
 *
 * <p>EAL starts once a process, so where an application restarts in the same one (tests, live reload) it is adopted.
 */
final class Bringup {
	private static final Logger LOG = Logger.getLogger(Bringup.class);

	private final Configuration configuration;
	private final Host host;
	private final Dataplane dataplane;
	private final DesiredObjects objects;
	private final Progress progress;

	Bringup(Configuration configuration, Host host, Dataplane dataplane, DesiredObjects objects, Progress progress) {
		this.configuration = configuration;
		this.host = host;
		this.dataplane = dataplane;
		this.objects = objects;
		this.progress = progress;
	}

	/** All of it; when a step fails, the data plane is stopped again. */
	void start() {
		configuration.unused().forEach(name -> LOG.warnf("the variable %s is no key of the configuration", name));
		step("eal", this::startEal);
		try {
			step("data-plane", this::startDataplane);
			progress.reached(Stage.DATA_PLANE);
			step("rp-filter", objects::setRpFilter);
			step("cache", objects::setCache);
			step("vrfs count=" + objects.desired().vrfs().size(), objects::addVrfs);
			for (Port port : objects.desired().interfaces()) {
				step("interface name=" + port.config().name() + " device=" + port.config().device(),
						() -> objects.addInterface(port));
			}
			step("neighbors count=" + objects.desired().neighbors().size(), objects::setNeighbors);
			progress.reached(Stage.INTERFACES);
			step("distances count=" + objects.desired().distances().size(), objects::setDistances);
			step("routes count=" + objects.desired().routeCount(), objects::announceRoutes);
			progress.reached(Stage.ROUTES);
		} catch (RuntimeException failure) {
			stopDataplane(failure);
			throw failure;
		}
	}

	private void startEal() {
		if (dataplane.ealState() == EalState.UP) {
			LOG.info("eal=adopted");
			return;
		}
		EalArguments arguments = new EalArguments(configuration, host);
		List<String> list = arguments.build();
		LOG.infof("hugepages=%s mebibytes=%d workers=%s arguments=\"%s\"", arguments.onHugepages(),
				configuration.memory().mebibytes(), arguments.workers(), String.join(" ", list));
		if (!arguments.onHugepages()) {
			LOG.warnf("forwarding will be slower: the packet buffers are not on hugepages (%d MiB are free, "
					+ "memory.mebibytes is %d)", host.freeHugepageMebibytes(), configuration.memory().mebibytes());
		}
		dataplane.startEal(list);
	}

	private void startDataplane() {
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

	/** Stops the data plane if it runs, and EAL too when the process ends with it. */
	void stop(boolean processEnds) {
		step("stop", () -> {
			if (dataplane.ealState() != EalState.UP) {
				return;
			}
			if (dataplane.system().running()) {
				dataplane.stop();
			}
			if (processEnds) {
				dataplane.stopEal();
			}
		});
	}

	private void stopDataplane(RuntimeException failure) {
		try {
			if (dataplane.system().running()) {
				dataplane.stop();
			}
		} catch (RuntimeException alsoFailed) {
			failure.addSuppressed(alsoFailed);
		}
	}

	private static void step(String name, Runnable work) {
		long begin = System.nanoTime();
		work.run();
		LOG.infof("step=%s millis=%d", name, (System.nanoTime() - begin) / 1_000_000);
	}
}
