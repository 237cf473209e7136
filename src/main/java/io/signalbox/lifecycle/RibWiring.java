package io.signalbox.lifecycle;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.fib.InterfaceIds;
import io.signalbox.rib.Rib;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The route road's fixed part: RIB, FIB programmer, data plane. */
final class RibWiring {
	@Produces
	@Singleton
	Rib rib(Dataplane dataplane, InterfaceIds interfaceIds) {
		return new Rib(new FibProgrammer(dataplane, interfaceIds), DataplaneOptions.defaults().nexthops());
	}

	void close(@Disposes Rib rib) {
		rib.close();
	}
}
