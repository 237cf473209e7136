package io.signalbox.neighbors;

import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The neighbors as the operator sees them. Any thread may call; errors and preconditions as with
 * {@link io.signalbox.interfaces.Interfaces}. An interface that does not exist is reason NOT_FOUND.
 */
@ApplicationScoped
public class Neighbors {
	/** All of them, by interface and address. */
	public List<Neighbor> list() {
		throw notYet();
	}

	public Optional<Neighbor> find(String interfaceName, IpAddress address) {
		throw notYet();
	}

	/** A static neighbor; the precondition gets what was there. */
	public Neighbor set(
			String interfaceName, IpAddress address, MacAddress mac, Consumer<Optional<Neighbor>> precondition) {
		throw notYet();
	}

	/** Reason NOT_FOUND when there is none. */
	public void delete(String interfaceName, IpAddress address, Consumer<Optional<Neighbor>> precondition) {
		throw notYet();
	}

	private static UnsupportedOperationException notYet() {
		return new UnsupportedOperationException("neighbors come with the next delivery");
	}
}
