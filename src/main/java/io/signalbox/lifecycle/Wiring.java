package io.signalbox.lifecycle;

import io.signalbox.config.Configuration;
import io.signalbox.config.Configurations;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.fib.InterfaceIds;
import io.signalbox.rib.Rib;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** What has no home of its own: the configuration, and the route road's fixed part (RIB, FIB programmer, data plane). */
final class Wiring {
	@Produces
	@Singleton
	Configuration configuration() {
		return Configurations.current();
	}

	@Produces
	@Singleton
	Rib rib(Dataplane dataplane, InterfaceIds interfaceIds, Configuration configuration) {
		return new Rib(new FibProgrammer(dataplane, interfaceIds), configuration.dataplane().nexthops());
	}

	void close(@Disposes Rib rib) {
		rib.close();
	}
}
