package io.signalbox.lifecycle;

import io.signalbox.config.Configuration;
import io.signalbox.store.Desired;
import io.signalbox.store.GivenObjects;
import io.signalbox.store.NoStore;
import io.signalbox.store.Problems;
import io.signalbox.store.StateDirectory;
import io.signalbox.store.Store;
import io.signalbox.store.StoreFolder;
import io.signalbox.store.StoreStatus;
import io.signalbox.store.StoreStatus.State;
import io.signalbox.store.StoredConfiguration;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * What outlives a box: its stateDirectory and the store in it.
 *
 * @param desired what the box is to be: the configuration file, and over it what was stored when it was opened
 */
record Kept(Optional<StateDirectory> directory, GivenObjects given, Store store, Problems problems, Desired desired)
		implements AutoCloseable {
	private static final Logger LOG = Logger.getLogger(Kept.class);

	/** Reads all that is kept in a folder that is the box's alone; nothing is kept where there is none. */
	static Kept open(Configuration configuration, Optional<StateDirectory> directory) {
		GivenObjects given = GivenObjects.of(configuration);
		Problems problems = new Problems();
		Store store = directory.map(folder -> StoreFolder.open(folder, given)).orElseGet(() -> new NoStore());
		tell(store.status());
		return new Kept(directory, given, store, problems, StoredConfiguration.desired(configuration, store, problems));
	}

	private static void tell(StoreStatus status) {
		if (status.state() == State.NONE) {
			LOG.info("store=none: there is no stateDirectory, so what the API changes is forgotten at the next start");
		} else {
			LOG.infof("store=%s bytes=%d", status.state(), status.bytes());
		}
		status.problem().ifPresent(problem -> LOG.errorf("THE STORE IS NOT WELL: %s", problem));
	}

	@Override
	public void close() {
		store.close();
		directory.ifPresent(StateDirectory::close);
	}
}
