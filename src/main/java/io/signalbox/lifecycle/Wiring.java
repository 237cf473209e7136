package io.signalbox.lifecycle;

import io.quarkus.arc.DefaultBean;
import io.signalbox.cache.RouteCache;
import io.signalbox.config.Configuration;
import io.signalbox.config.Configurations;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.ffm.NativeDataplane;
import io.signalbox.feed.Feeds;
import io.signalbox.fib.FibAudit;
import io.signalbox.health.Progress;
import io.signalbox.imports.Rollbacks;
import io.signalbox.interfaces.InterfaceTable;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.neighbors.Neighbors;
import io.signalbox.rib.Rib;
import io.signalbox.snapshot.Snapshots;
import io.signalbox.store.GivenObjects;
import io.signalbox.store.Problems;
import io.signalbox.store.StateDirectory;
import io.signalbox.store.Store;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The parts of the {@link Box} for whoever injects them: of the one that forwards already, else of a new one. */
final class Wiring {
	@Produces
	@Singleton
	Configuration configuration() {
		return Signalbox.started().map(Box::configuration).orElseGet(Configurations::current);
	}

	@Produces
	@DefaultBean
	@Singleton
	Dataplane dataplane() {
		return Signalbox.started().map(Box::dataplane).orElseGet(NativeDataplane::new);
	}

	@Produces
	@Singleton
	Box box(Configuration configuration, Dataplane dataplane) {
		return Signalbox.started().orElseGet(() -> new Box(
				configuration,
				Kept.open(configuration, configuration.stateDirectory().map(StateDirectory::open)),
				dataplane));
	}

	void close(@Disposes Box box) {
		box.kept().close();
	}

	@Produces
	@Singleton
	Store store(Box box) {
		return box.kept().store();
	}

	@Produces
	@Singleton
	GivenObjects given(Box box) {
		return box.kept().given();
	}

	@Produces
	@Singleton
	Problems problems(Box box) {
		return box.kept().problems();
	}

	@Produces
	@Singleton
	Rib rib(Box box) {
		return box.rib();
	}

	@Produces
	@Singleton
	Rollbacks rollbacks(Configuration configuration) {
		return new Rollbacks(configuration.stateDirectory());
	}

	void close(@Disposes Rib rib) {
		rib.close();
	}

	@Produces
	@Singleton
	InterfaceTable table(Box box) {
		return box.table();
	}

	@Produces
	@Singleton
	Interfaces interfaces(Box box) {
		return box.interfaces();
	}

	@Produces
	@Singleton
	Neighbors neighbors(Box box) {
		return box.neighbors();
	}

	@Produces
	@Singleton
	FibAudit audit(Box box) {
		return box.audit();
	}

	@Produces
	@Singleton
	RouteCache cache(Box box) {
		return box.cache();
	}

	@Produces
	@Singleton
	Snapshots snapshots(Box box) {
		return box.snapshots();
	}

	@Produces
	@Singleton
	Progress progress(Box box) {
		return box.progress();
	}

	@Produces
	@Singleton
	Feeds feeds(Box box) {
		return box.feeds();
	}
}
