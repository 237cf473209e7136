package io.signalbox.lifecycle;

import io.signalbox.config.Configuration;
import io.signalbox.config.Configuration.Hugepages;
import io.signalbox.config.Configuration.Lcore;
import io.signalbox.config.Configuration.Memory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * EAL's arguments of a configuration on this machine. All that EAL would refuse is refused here first: a failed start
 * of EAL costs the process.
 */
final class EalArguments {
	private static final Pattern PCI_ADDRESS =
			Pattern.compile("(?:[0-9a-fA-F]{4}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7].*");
	private static final Set<String> PHYSICAL_ADDRESS_DRIVERS = Set.of("uio_pci_generic", "igb_uio");
	private static final int DEFAULT_WORKER = 1;

	private final Configuration configuration;
	private final Host host;

	EalArguments(Configuration configuration, Host host) {
		this.configuration = configuration;
		this.host = host;
	}

	List<String> build() {
		List<String> arguments = new ArrayList<>(lcores());
		arguments.addAll(memory());
		arguments.add("--iova-mode=" + (needsPhysicalAddresses() ? "pa" : "va"));
		arguments.add("--no-telemetry");
		// An allow list of the host bridge alone: no NIC is touched at the start, each can be added by its address.
		arguments.addAll(List.of("-a", "0000:00:00.0"));
		return arguments;
	}

	/** True when EAL's memory will be on hugepages. */
	boolean onHugepages() {
		Memory memory = configuration.memory();
		return switch (memory.hugepages()) {
			case ALWAYS -> true;
			case NEVER -> false;
			case AUTO -> host.freeHugepageMebibytes() >= memory.mebibytes();
		};
	}

	/** The workers as configured; else one on CPU 1, or on CPU 0 where there is no other. */
	List<Lcore> workers() {
		if (!configuration.lcores().isEmpty()) {
			return configuration.lcores();
		}
		SortedSet<Integer> cpus = host.usableCpus();
		return List.of(new Lcore(DEFAULT_WORKER, cpus.contains(DEFAULT_WORKER) ? DEFAULT_WORKER : cpus.first()));
	}

	private List<String> lcores() {
		SortedSet<Integer> usable = host.usableCpus();
		Set<Integer> ids = new TreeSet<>();
		SortedSet<Integer> control = new TreeSet<>(host.ownCpus());
		for (Lcore worker : workers()) {
			if (!usable.contains(worker.cpu())) {
				throw new StartException("lcores: CPU " + worker.cpu() + " is not one that this machine has online and"
						+ " gives to this process; there are: " + usable);
			}
			ids.add(worker.id());
			control.remove(worker.cpu());
		}
		int main = 0;
		while (ids.contains(main)) {
			main++;
		}
		String mainCpus = (control.isEmpty() ? host.ownCpus() : control).stream()
				.map(String::valueOf)
				.collect(Collectors.joining(",", "(", ")"));
		String workers = workers().stream()
				.map(worker -> worker.id() + "@" + worker.cpu())
				.collect(Collectors.joining(","));
		return List.of("--lcores", main + "@" + mainCpus + "," + workers, "--main-lcore", String.valueOf(main));
	}

	private List<String> memory() {
		Memory memory = configuration.memory();
		String mebibytes = String.valueOf(memory.mebibytes());
		long free = host.freeHugepageMebibytes();
		if (memory.hugepages() == Hugepages.ALWAYS && free < memory.mebibytes()) {
			throw new StartException("memory.hugepages: always, but " + free + " MiB of hugepages are free and"
					+ " memory.mebibytes asks for " + mebibytes + ": raise /proc/sys/vm/nr_hugepages by at least "
					+ (memory.mebibytes() - free + 1) / 2 + ", or lower memory.mebibytes");
		}
		long available = host.availableMebibytes();
		if (!onHugepages() && memory.mebibytes() > available) {
			throw new StartException("memory.mebibytes asks for " + mebibytes + ", and the machine has " + available
					+ " MiB left: lower it");
		}
		// Neither leaves a file behind, so that two boxes on one machine never meet.
		return onHugepages()
				? List.of("--in-memory", "-m", mebibytes)
				: List.of("--no-huge", "-m", mebibytes, "--no-shconf");
	}

	/** A NIC behind UIO has no IOMMU: it reads and writes physical addresses. */
	private boolean needsPhysicalAddresses() {
		return configuration.interfaces().stream()
				.map(each -> each.device())
				.filter(device -> PCI_ADDRESS.matcher(device).matches())
				.map(device -> device.split(",", 2)[0])
				.map(address -> address.length() > "00:00.0".length() ? address : "0000:" + address)
				.anyMatch(address -> host.pciDriver(address).filter(PHYSICAL_ADDRESS_DRIVERS::contains).isPresent());
	}
}
