package io.signalbox.lifecycle;

import io.signalbox.config.Configuration;
import io.signalbox.config.Yamls;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.route.RouteChanges;
import io.signalbox.store.ConfigurationView;
import io.signalbox.store.StateDirectory;
import io.signalbox.store.StaticRoutes;
import io.signalbox.store.StoredCache;
import io.signalbox.store.StoredInterfaces;
import io.signalbox.store.StoredNeighbors;
import io.signalbox.store.StoredVrfs;
import java.nio.file.Path;
import java.util.Optional;

/** A whole box on a fake data plane, with the writes that the API makes, and a stateDirectory. */
final class StoredBox implements AutoCloseable {
	final FakeDataplane dataplane;
	final Box box;
	final StoredInterfaces interfaces;
	final StoredNeighbors neighbors;
	final StaticRoutes routes;
	final StoredCache cache;
	final StoredVrfs vrfs;
	final ConfigurationView view;

	private StoredBox(Configuration configuration, Path state, FakeDataplane dataplane) {
		this.dataplane = dataplane;
		Kept kept = Kept.open(configuration, Optional.of(StateDirectory.open(state)));
		box = new Box(configuration, kept, dataplane);
		interfaces = new StoredInterfaces(box.interfaces(), box.neighbors(), kept.store(), kept.problems());
		neighbors = new StoredNeighbors(box.neighbors(), kept.store(), kept.problems());
		routes = new StaticRoutes(box.rib(), kept.store(), kept.problems());
		cache = new StoredCache(box.cache(), kept.store(), kept.problems());
		vrfs = new StoredVrfs(box.rib(), kept.store(), kept.problems());
		view = new ConfigurationView(kept.store(), kept.given(), kept.problems(), box.interfaces(), box.cache());
	}

	static StoredBox started(String yaml, Path state) {
		return started(yaml, state, new FakeDataplane());
	}

	/** With a data plane that has been prepared. */
	static StoredBox started(String yaml, Path state, FakeDataplane dataplane) {
		StoredBox stored = new StoredBox(Yamls.read(yaml), state, dataplane);
		try {
			stored.box.start();
			return stored;
		} catch (RuntimeException failed) {
			stored.box.kept().close();
			stored.box.rib().close();
			throw failed;
		}
	}

	/** How many static routes the default VRF has. */
	int staticRoutes() {
		return staticRoutes(RouteChanges.DEFAULT_VRF);
	}

	int staticRoutes(String vrf) {
		return box.rib().routes("static", vrf).join().size();
	}

	@Override
	public void close() {
		box.stop(true);
		box.kept().close();
		box.rib().close();
	}
}
