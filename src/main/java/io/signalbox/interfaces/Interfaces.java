package io.signalbox.interfaces;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.InterfaceState;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.rib.Rib;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The interfaces as the operator sees them. Any thread may call; writes are made one at a time and return when the data
 * plane and the FIB follow. What is refused throws {@link DataplaneException} and has changed nothing; so does what the
 * RIB throws. A {@code precondition} gets the interface as it is just before the write, and stops it by throwing.
 */
public final class Interfaces {
	private final Dataplane dataplane;
	private final InterfaceTable table;
	private final InterfaceProgrammer programmer;
	private final ReentrantLock lock = new ReentrantLock();
	private volatile InterfaceSet set = InterfaceSet.NONE;

	public Interfaces(Dataplane dataplane, Rib rib, InterfaceTable table) {
		this.dataplane = dataplane;
		this.table = table;
		this.programmer = new InterfaceProgrammer(dataplane, rib, table);
	}

	/** All of them, by name. */
	public List<Interface> list() {
		return set.all().stream().flatMap(each -> described(each).stream()).toList();
	}

	/** Names by the data plane's ids, without asking the data plane: cheap, for figures. */
	public Map<Integer, String> names() {
		return table.names();
	}

	/** What is wanted of each, without asking the data plane. */
	public List<InterfaceConfig> configs() {
		return set.all().stream().map(Programmed::config).toList();
	}

	public Optional<Interface> find(String name) {
		return set.find(name).flatMap(this::described);
	}

	/** Reason CONFLICT when the name, the device or an address is in use. Waits for the device, at most some seconds. */
	public Interface add(InterfaceConfig config) {
		lock.lock();
		try {
			if (set.find(config.name()).isPresent()) {
				throw new DataplaneException(Reason.CONFLICT, "there is an interface " + config.name()
						+ " already: change it, or remove it first");
			}
			ConfigRules.check(config, set.others(config.name()));
			return keep(programmer.add(config, set.effective(config)));
		} finally {
			lock.unlock();
		}
	}

	/** All of the change or nothing; reason NOT_FOUND when there is no such interface. */
	public Interface change(String name, InterfaceChange change, Consumer<Interface> precondition) {
		return write(name, precondition, change::appliedTo);
	}

	/** Does nothing when the interface has it; reason CONFLICT when another has. */
	public Interface addAddress(String name, InterfaceAddress address, Consumer<Interface> precondition) {
		return write(name, precondition, before -> {
			List<InterfaceAddress> addresses = new ArrayList<>(before.addresses());
			if (!addresses.contains(address)) {
				addresses.add(address);
			}
			return before.with(addresses);
		});
	}

	/** Reason NOT_FOUND when the interface does not have it. */
	public Interface removeAddress(String name, InterfaceAddress address, Consumer<Interface> precondition) {
		return write(name, precondition, before -> {
			List<InterfaceAddress> addresses = new ArrayList<>(before.addresses());
			if (!addresses.remove(address)) {
				requireNotOfKernel(name, address);
				throw new DataplaneException(Reason.NOT_FOUND, "interface " + name + " has no address " + address);
			}
			return before.with(addresses);
		});
	}

	private void requireNotOfKernel(String name, InterfaceAddress address) {
		if (set.require(name).ofKernel().contains(address)) {
			throw new DataplaneException(Reason.CONFLICT, address + " of " + name
					+ " comes from the kernel's interface: take it away there, or switch feeds.kernel.addresses off");
		}
	}

	/**
	 * Gives an interface these addresses of the kernel's beside its configured ones, and no others of the kernel's. Returns a
	 * sentence for each that it cannot have; does nothing where there is no such interface.
	 */
	public List<String> followKernel(String name, Collection<InterfaceAddress> addresses) {
		lock.lock();
		try {
			Optional<Programmed> found = set.find(name);
			List<String> refused = new ArrayList<>();
			found.ifPresent(before -> {
				Programmed after = before.with(fitting(before.config(), addresses, refused));
				if (!after.equals(before)) {
					set = set.with(programmer.change(before, after));
				}
			});
			return refused;
		} finally {
			lock.unlock();
		}
	}

	private List<InterfaceAddress> fitting(
			InterfaceConfig config, Collection<InterfaceAddress> addresses, List<String> refused) {
		List<InterfaceConfig> others = set.others(config.name());
		List<InterfaceAddress> all = new ArrayList<>(config.addresses());
		for (InterfaceAddress address : addresses) {
			if (!config.owns(address.address())) {
				all.add(address);
				try {
					ConfigRules.check(config.with(all), others);
				} catch (DataplaneException cannot) {
					all.removeLast();
					refused.add("the kernel's address of " + config.name() + " is left out: " + cannot.getMessage());
				}
			}
		}
		return List.copyOf(all.subList(config.addresses().size(), all.size()));
	}

	private Interface write(String name, Consumer<Interface> precondition, UnaryOperator<InterfaceConfig> change) {
		lock.lock();
		try {
			Programmed before = require(name, precondition);
			InterfaceConfig wanted = change.apply(before.config());
			ConfigRules.check(wanted, set.others(name));
			return keep(programmer.change(before, before.with(wanted, set.effective(wanted))));
		} finally {
			lock.unlock();
		}
	}

	/** Removes it with its addresses and neighbors. */
	public void remove(String name, Consumer<Interface> precondition) {
		lock.lock();
		try {
			programmer.remove(require(name, precondition));
			set = set.without(name);
		} finally {
			lock.unlock();
		}
	}

	/** Which source addresses pass, as it is wanted; an {@link Interface}'s state has the mode that runs. */
	public RpFilterSettings rpFilter() {
		return set.settings();
	}

	/** All of the change or nothing; reason NOT_FOUND when there is no interface of one of its names. */
	public RpFilterSettings changeRpFilter(RpFilterChange change, Consumer<RpFilterSettings> precondition) {
		lock.lock();
		try {
			precondition.accept(set.settings());
			change.interfaces().keySet().forEach(set::require);
			InterfaceSet wanted = set.with(change);
			programmer.changeRpFilter(set, wanted);
			set = wanted;
			return wanted.settings();
		} finally {
			lock.unlock();
		}
	}

	/** Tells the RIB which interfaces have come up or gone down since it was told last. */
	public void followLinks() {
		for (String name : set.byName().keySet()) {
			lock.lock();
			try {
				set.find(name).ifPresent(before -> {
					Programmed now = programmer.follow(before);
					if (now.up() != before.up()) {
						set = set.with(now);
					}
				});
			} finally {
				lock.unlock();
			}
		}
	}

	private Interface keep(Programmed now) {
		set = set.with(now);
		return described(now, dataplane.describeInterface(now.id()));
	}

	private static Interface described(Programmed each, InterfaceState state) {
		return new Interface(each.config(), each.ofKernel(), state);
	}

	private Programmed require(String name, Consumer<Interface> precondition) {
		Programmed found = set.require(name);
		precondition.accept(described(found, dataplane.describeInterface(found.id())));
		return found;
	}

	/** Empty when the interface was removed meanwhile. */
	private Optional<Interface> described(Programmed each) {
		try {
			return Optional.of(described(each, dataplane.describeInterface(each.id())));
		} catch (DataplaneException gone) {
			if (gone.reason() == Reason.NOT_FOUND) {
				return Optional.empty();
			}
			throw gone;
		}
	}
}
