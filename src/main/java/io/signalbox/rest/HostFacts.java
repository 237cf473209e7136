package io.signalbox.rest;

import io.signalbox.rest.dto.SystemDto.Host;
import io.signalbox.rest.dto.SystemDto.HugepagePool;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What the kernel says about the machine; {@code /sys/kernel/mm/hugepages} is absent where it has no hugepages. */
@Singleton
public class HostFacts {
	private static final String PREFIX = "hugepages-";
	private static final String SUFFIX = "kB";

	private final Path pools;

	public HostFacts() {
		this(Path.of("/sys/kernel/mm/hugepages"));
	}

	HostFacts(Path pools) {
		this.pools = pools;
	}

	Host read() {
		return new Host(
				Runtime.getRuntime().availableProcessors(), Runtime.version().toString(), hugepages());
	}

	private List<HugepagePool> hugepages() {
		if (!Files.isDirectory(pools)) {
			return List.of();
		}
		try (Stream<Path> each = Files.list(pools)) {
			return each.filter(pool -> pool.getFileName().toString().startsWith(PREFIX))
					.map(HostFacts::pool)
					.sorted(Comparator.comparingInt(HugepagePool::pageKib))
					.toList();
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}

	private static HugepagePool pool(Path directory) {
		String name = directory.getFileName().toString();
		int pageKib = Integer.parseInt(name.substring(PREFIX.length(), name.length() - SUFFIX.length()));
		return new HugepagePool(
				pageKib, number(directory.resolve("nr_hugepages")), number(directory.resolve("free_hugepages")));
	}

	private static long number(Path file) {
		try {
			return Long.parseLong(Files.readString(file).strip());
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}
}
