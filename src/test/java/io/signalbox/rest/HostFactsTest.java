package io.signalbox.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.rest.dto.SystemDto.HugepagePool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostFactsTest {
	@TempDir
	Path pools;

	@Test
	void poolsAreReadBySize() throws IOException {
		pool("hugepages-1048576kB", 2, 1);
		pool("hugepages-2048kB", 512, 384);
		assertEquals(
				List.of(new HugepagePool(2048, 512, 384), new HugepagePool(1048576, 2, 1)),
				new HostFacts(pools).read().hugepages());
	}

	@Test
	void aKernelWithoutHugepagesHasNoPools() {
		assertEquals(List.of(), new HostFacts(pools.resolve("absent")).read().hugepages());
	}

	private void pool(String name, int total, int free) throws IOException {
		Path pool = Files.createDirectory(pools.resolve(name));
		Files.writeString(pool.resolve("nr_hugepages"), total + "\n");
		Files.writeString(pool.resolve("free_hugepages"), free + "\n");
	}
}
