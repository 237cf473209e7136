package io.signalbox.interfaces;

import io.signalbox.net.InterfaceAddress;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The interfaces as the operator sees them. Any thread may call; writes are made one at a time and return when the data
 * plane and the FIB follow. What is refused throws {@link io.signalbox.dataplane.DataplaneException} and has changed
 * nothing. A {@code precondition} gets the interface as it is just before the write, and stops it by throwing.
 */
@ApplicationScoped
public class Interfaces {
	/** All of them, by name. */
	public List<Interface> list() {
		throw notYet();
	}

	/** Names by the data plane's ids, without asking the data plane: cheap, for figures. */
	public Map<Integer, String> names() {
		throw notYet();
	}

	public Optional<Interface> find(String name) {
		throw notYet();
	}

	/** Reason CONFLICT when the name, the device or an address is in use. */
	public Interface add(InterfaceConfig config) {
		throw notYet();
	}

	/** All of the change or nothing; reason NOT_FOUND when there is no such interface. */
	public Interface change(String name, InterfaceChange change, Consumer<Interface> precondition) {
		throw notYet();
	}

	public void remove(String name, Consumer<Interface> precondition) {
		throw notYet();
	}

	/** Does nothing when the interface has it; reason CONFLICT when another has. */
	public Interface addAddress(String name, InterfaceAddress address, Consumer<Interface> precondition) {
		throw notYet();
	}

	/** Reason NOT_FOUND when the interface does not have it. */
	public Interface removeAddress(String name, InterfaceAddress address, Consumer<Interface> precondition) {
		throw notYet();
	}

	private static UnsupportedOperationException notYet() {
		return new UnsupportedOperationException("interfaces come with the next delivery");
	}
}
