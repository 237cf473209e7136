package io.signalbox.lifecycle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** What this machine has, from the kernel's own files below a root. */
final class Host {
	private final Path root;

	Host(Path root) {
		this.root = root;
	}

	/** CPUs that are online and, in a container, the container's. */
	SortedSet<Integer> usableCpus() {
		SortedSet<Integer> cpus = cpuList(read("sys/devices/system/cpu/online").orElse("0"));
		for (String cpuset : new String[] {"sys/fs/cgroup/cpuset.cpus.effective", "sys/fs/cgroup/cpuset/cpuset.cpus"}) {
			read(cpuset).filter(list -> !list.isBlank()).ifPresent(list -> cpus.retainAll(cpuList(list)));
		}
		return cpus;
	}

	/** CPUs that this process may run on. */
	SortedSet<Integer> ownCpus() {
		return read("proc/self/status").stream()
				.flatMap(String::lines)
				.filter(line -> line.startsWith("Cpus_allowed_list:"))
				.map(line -> cpuList(line.substring(line.indexOf(':') + 1)))
				.findFirst()
				.orElseGet(this::usableCpus);
	}

	/** What the machine could give without swapping; more than any has where the kernel does not say. */
	long availableMebibytes() {
		return read("proc/meminfo").stream()
				.flatMap(String::lines)
				.filter(line -> line.startsWith("MemAvailable:"))
				.mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
				.findFirst()
				.orElse(Long.MAX_VALUE);
	}

	/** Free hugepages of all sizes. */
	long freeHugepageMebibytes() {
		long kibibytes = 0;
		Path sizes = root.resolve("sys/kernel/mm/hugepages");
		if (!Files.isDirectory(sizes)) {
			return 0;
		}
		try (DirectoryStream<Path> pools = Files.newDirectoryStream(sizes, "hugepages-*kB")) {
			for (Path pool : pools) {
				String name = pool.getFileName().toString();
				long size = Long.parseLong(name.substring("hugepages-".length(), name.length() - "kB".length()));
				kibibytes += size * Long.parseLong(Files.readString(pool.resolve("free_hugepages")).strip());
			}
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
		return kibibytes / 1024;
	}

	/** The kernel driver of a PCI device; empty when it has none, or there is no such device. */
	Optional<String> pciDriver(String address) {
		Path link = root.resolve("sys/bus/pci/devices").resolve(address).resolve("driver");
		try {
			return Files.exists(link) ? Optional.of(link.toRealPath().getFileName().toString()) : Optional.empty();
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}

	private Optional<String> read(String file) {
		Path path = root.resolve(file);
		try {
			return Files.isReadable(path) ? Optional.of(Files.readString(path)) : Optional.empty();
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}

	/** The kernel's way to write a set: {@code 0-2,5}. */
	static SortedSet<Integer> cpuList(String text) {
		SortedSet<Integer> cpus = new TreeSet<>();
		for (String range : text.strip().split(",", -1)) {
			String[] ends = range.strip().split("-", 2);
			for (int cpu = Integer.parseInt(ends[0]); cpu <= Integer.parseInt(ends[ends.length - 1]); cpu++) {
				cpus.add(cpu);
			}
		}
		return cpus;
	}
}
