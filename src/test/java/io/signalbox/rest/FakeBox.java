package io.signalbox.rest;

import io.signalbox.dataplane.FakeDataplane;
import jakarta.annotation.Priority;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** In tests of the application the data plane is the fake one, and it runs. */
final class FakeBox {
	@Produces
	@Alternative
	@Priority(1)
	@Singleton
	FakeDataplane dataplane() {
		return FakeDataplane.running();
	}
}
