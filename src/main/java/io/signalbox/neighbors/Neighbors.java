package io.signalbox.neighbors;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.NeighborState;
import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.interfaces.Interface;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The neighbors as the operator sees them. Any thread may call; errors and preconditions as with
 * {@link io.signalbox.interfaces.Interfaces}. An interface that does not exist is reason NOT_FOUND.
 */
public final class Neighbors {
	private static final long MULTICAST_MAC = 1L << 40;
	private static final Comparator<Neighbor> BY_INTERFACE_AND_ADDRESS = Comparator
			.comparing(Neighbor::interfaceName)
			.thenComparing(neighbor -> neighbor.state().address(), Neighbors::compare);

	private final Dataplane dataplane;
	private final Interfaces interfaces;
	private final ReentrantLock lock = new ReentrantLock();
	/** Static ones that the kernel has, by interface. */
	private final Map<String, Map<IpAddress, MacAddress>> ofKernel = new ConcurrentHashMap<>();

	public Neighbors(Dataplane dataplane, Interfaces interfaces) {
		this.dataplane = dataplane;
		this.interfaces = interfaces;
	}

	/** All of them, by interface and address; those of an interface that was removed meanwhile are left out. */
	public List<Neighbor> list() {
		Map<Integer, String> names = interfaces.names();
		return dataplane.neighbors().stream()
				.filter(state -> names.containsKey(state.interfaceId()))
				.map(state -> neighbor(names.get(state.interfaceId()), state))
				.sorted(BY_INTERFACE_AND_ADDRESS)
				.toList();
	}

	public Optional<Neighbor> find(String interfaceName, IpAddress address) {
		return find(require(interfaceName), address);
	}

	private Optional<Neighbor> find(Interface on, IpAddress address) {
		for (NeighborState state : dataplane.neighbors()) {
			if (state.interfaceId() == on.id() && state.address().equals(address)) {
				return Optional.of(neighbor(on.name(), state));
			}
		}
		return Optional.empty();
	}

	private Neighbor neighbor(String interfaceName, NeighborState state) {
		Map<IpAddress, MacAddress> there = ofKernel.getOrDefault(interfaceName, Map.of());
		return new Neighbor(interfaceName, state,
				state.status() == NeighborStatus.STATIC && there.containsKey(state.address()));
	}

	/** A static neighbor; the precondition gets what was there. */
	public Neighbor set(
			String interfaceName, IpAddress address, MacAddress mac, Consumer<Optional<Neighbor>> precondition) {
		lock.lock();
		try {
			Interface on = require(interfaceName);
			check(on, address, mac);
			precondition.accept(find(on, address));
			dataplane.setNeighbor(on.id(), address, mac);
			ofKernel.getOrDefault(interfaceName, new HashMap<>()).remove(address);
			return find(on, address).orElseThrow(() -> notFound(interfaceName, address));
		} finally {
			lock.unlock();
		}
	}

	/** Reason NOT_FOUND when there is none. */
	public void delete(String interfaceName, IpAddress address, Consumer<Optional<Neighbor>> precondition) {
		lock.lock();
		try {
			Interface on = require(interfaceName);
			Optional<Neighbor> before = find(on, address);
			precondition.accept(before);
			if (before.isEmpty()) {
				throw notFound(interfaceName, address);
			}
			if (before.get().ofKernel()) {
				throw new DataplaneException(Reason.CONFLICT, "neighbor " + address + " on " + interfaceName
						+ " is permanent in the kernel: delete it there, or switch feeds.kernel.neighbors off");
			}
			dataplane.deleteNeighbor(on.id(), address);
		} finally {
			lock.unlock();
		}
	}

	/**
	 * Gives an interface these static neighbors of the kernel's beside the configured ones, and no others of the kernel's.
	 * Returns a sentence for each that it cannot have; does nothing where there is no such interface.
	 */
	public List<String> followKernel(String interfaceName, Map<IpAddress, MacAddress> wanted) {
		lock.lock();
		try {
			Optional<Interface> on = interfaces.find(interfaceName);
			Map<IpAddress, MacAddress> before = ofKernel.getOrDefault(interfaceName, Map.of());
			if (on.isEmpty() || (wanted.isEmpty() && before.isEmpty())) {
				ofKernel.remove(interfaceName);
				return List.of();
			}
			Map<IpAddress, MacAddress> statics = statics(on.get());
			before.forEach((address, mac) -> {
				if (!wanted.containsKey(address) && statics.containsKey(address)) {
					dataplane.deleteNeighbor(on.get().id(), address);
				}
			});
			List<String> refused = new ArrayList<>();
			Map<IpAddress, MacAddress> now = new ConcurrentHashMap<>();
			wanted.forEach((address, mac) -> {
				if (statics.containsKey(address) && !before.containsKey(address)) {
					return;
				}
				try {
					check(on.get(), address, mac);
					if (!mac.equals(statics.get(address))) {
						dataplane.setNeighbor(on.get().id(), address, mac);
					}
					now.put(address, mac);
				} catch (DataplaneException cannot) {
					refused.add("the kernel's neighbor on " + interfaceName + " is left out: " + cannot.getMessage());
				}
			});
			ofKernel.put(interfaceName, now);
			return refused;
		} finally {
			lock.unlock();
		}
	}

	private Map<IpAddress, MacAddress> statics(Interface on) {
		Map<IpAddress, MacAddress> found = new HashMap<>();
		dataplane.neighbors().stream()
				.filter(state -> state.interfaceId() == on.id() && state.status() == NeighborStatus.STATIC)
				.forEach(state -> found.put(state.address(), state.mac().orElseThrow()));
		return found;
	}

	private static DataplaneException notFound(String interfaceName, IpAddress address) {
		return new DataplaneException(
				Reason.NOT_FOUND, "interface " + interfaceName + " has no neighbor " + address);
	}

	private Interface require(String interfaceName) {
		return interfaces.find(interfaceName).orElseThrow(
				() -> new DataplaneException(Reason.NOT_FOUND, "there is no interface " + Shown.of(interfaceName)));
	}

	private static void check(Interface on, IpAddress address, MacAddress mac) {
		if (!isUnicast(address)) {
			throw new DataplaneException(Reason.INVALID, address + " is no unicast address: no station has it");
		}
		if (on.owns(address)) {
			throw new DataplaneException(Reason.CONFLICT, address + " is an address of " + on.name() + " itself");
		}
		if (mac.bits() == 0 || (mac.bits() & MULTICAST_MAC) != 0) {
			throw new DataplaneException(Reason.INVALID, mac + " is no unicast MAC address: no station has it");
		}
	}

	private static boolean isUnicast(IpAddress address) {
		return switch (address) {
			case Ipv4Address ipv4 -> {
				int first = ipv4.bits() >>> 24;
				yield first != 0 && first != 127 && first < 224;
			}
			case Ipv6Address ipv6 -> ipv6.high() >>> 56 != 0xff && (ipv6.high() != 0 || ipv6.low() >>> 1 != 0);
		};
	}

	/** IPv4 first, then by number. */
	private static int compare(IpAddress one, IpAddress other) {
		if (one instanceof Ipv4Address a && other instanceof Ipv4Address b) {
			return Integer.compareUnsigned(a.bits(), b.bits());
		}
		if (one instanceof Ipv6Address a && other instanceof Ipv6Address b) {
			int high = Long.compareUnsigned(a.high(), b.high());
			return high != 0 ? high : Long.compareUnsigned(a.low(), b.low());
		}
		return one.family().compareTo(other.family());
	}
}
