package io.signalbox.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.cache.CacheChange;
import io.signalbox.config.Configuration;
import io.signalbox.config.Configuration.Api;
import io.signalbox.config.Configuration.FeedSettings;
import io.signalbox.config.Configuration.Hugepages;
import io.signalbox.config.Configuration.Lcore;
import io.signalbox.config.Configuration.Log;
import io.signalbox.config.Configuration.Memory;
import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.RpFilterChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a machine with CPUs 0 to 3, 512 MiB of free 2 MiB pages and one free 1 GiB page. */
class EalArgumentsTest {
	private static final Memory MEMORY = new Memory(Hugepages.AUTO, 1024);
	private static final List<Lcore> ONE_WORKER = List.of(new Lcore(1, 1));

	@TempDir
	Path root;

	@BeforeEach
	void makeMachine() throws IOException {
		write("sys/devices/system/cpu/online", "0-3\n");
		write("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-3\n");
		write("sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages", "256\n");
		write("sys/kernel/mm/hugepages/hugepages-1048576kB/free_hugepages", "1\n");
	}

	@Test
	void workersHaveTheirCpusAndTheMainLcoreTheRest() {
		assertEquals("--lcores 0@(0,2),1@1,3@3 --main-lcore 0",
				start(build(List.of(new Lcore(1, 1), new Lcore(3, 3)), MEMORY), 4));
	}

	@Test
	void moreMemoryThanTheMachineHasIsRefused() throws IOException {
		write("proc/meminfo", "MemTotal: 2097152 kB\nMemAvailable:    1048576 kB\n");
		start(build(ONE_WORKER, new Memory(Hugepages.NEVER, 1024)), 4);
		StartException refused = assertThrows(
				StartException.class, () -> start(build(ONE_WORKER, new Memory(Hugepages.NEVER, 1025)), 4));
		assertEquals("memory.mebibytes asks for 1025, and the machine has 1024 MiB left: lower it", refused.getMessage());
	}

	@Test
	void theMainLcoreTakesAFreeNumber() {
		assertEquals("--lcores 2@(2,3),0@0,1@1 --main-lcore 2",
				start(build(List.of(new Lcore(0, 0), new Lcore(1, 1)), MEMORY), 4));
	}

	@Test
	void twoWorkersMayShareACpuAndTheMainLcoreSharesWhenNoneIsLeft() throws IOException {
		write("proc/self/status", "Cpus_allowed_list:\t1\n");
		assertEquals("--lcores 0@(1),1@1,2@1 --main-lcore 0",
				start(build(List.of(new Lcore(1, 1), new Lcore(2, 1)), MEMORY), 4));
	}

	@Test
	void theDefaultWorkerIsOnCpu1OrOnTheOnlyOne() throws IOException {
		assertEquals("--lcores 0@(0,2,3),1@1 --main-lcore 0", start(build(List.of(), MEMORY), 4));
		write("sys/devices/system/cpu/online", "0\n");
		write("proc/self/status", "Cpus_allowed_list:\t0\n");
		assertEquals("--lcores 0@(0),1@0 --main-lcore 0", start(build(List.of(), MEMORY), 4));
	}

	@Test
	void aCpuThatIsNotThereIsRefused() {
		StartException refused = assertThrows(StartException.class, () -> build(List.of(new Lcore(4, 4)), MEMORY));
		assertTrue(refused.getMessage().contains("CPU 4") && refused.getMessage().contains("[0, 1, 2, 3]"));
	}

	@Test
	void aCpuThatTheContainerMayNotUseIsRefused() throws IOException {
		write("sys/fs/cgroup/cpuset.cpus.effective", "0-1\n");
		assertThrows(StartException.class, () -> build(List.of(new Lcore(2, 2)), MEMORY));
	}

	@Test
	void hugepagesAreUsedWhenEnoughAreFree() {
		assertEquals("--in-memory -m 1536", memory(Hugepages.AUTO, 1536));
		assertEquals("--no-huge -m 1537 --no-shconf", memory(Hugepages.AUTO, 1537));
		assertEquals("--no-huge -m 64 --no-shconf", memory(Hugepages.NEVER, 64));
	}

	@Test
	void hugepagesThatMustBeAndAreNotAreRefused() {
		assertEquals("--in-memory -m 1536", memory(Hugepages.ALWAYS, 1536));
		StartException refused = assertThrows(StartException.class, () -> memory(Hugepages.ALWAYS, 1600));
		assertTrue(refused.getMessage().contains("1536 MiB") && refused.getMessage().contains("at least 32"));
	}

	@Test
	void aMachineWithoutHugepagesIsNoError() throws IOException {
		Files.delete(root.resolve("sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages"));
		Files.delete(root.resolve("sys/kernel/mm/hugepages/hugepages-2048kB"));
		write("sys/kernel/mm/hugepages/hugepages-1048576kB/free_hugepages", "0\n");
		assertEquals("--no-huge -m 64 --no-shconf", memory(Hugepages.AUTO, 64));
	}

	@Test
	void noPciDeviceIsProbedAtTheStart() {
		List<String> arguments = build(ONE_WORKER, MEMORY);
		assertEquals(List.of("-a", "0000:00:00.0"), arguments.subList(arguments.size() - 2, arguments.size()));
	}

	@Test
	void aNicBehindUioNeedsPhysicalAddresses() throws IOException {
		Path drivers = Files.createDirectories(root.resolve("sys/bus/pci/drivers/uio_pci_generic"));
		Path device = Files.createDirectories(root.resolve("sys/bus/pci/devices/0000:03:00.0"));
		assertTrue(build(ONE_WORKER, MEMORY, "03:00.0").contains("--iova-mode=va"));
		Files.createSymbolicLink(device.resolve("driver"), drivers);
		assertTrue(build(ONE_WORKER, MEMORY, "03:00.0").contains("--iova-mode=pa"));
		assertTrue(build(ONE_WORKER, MEMORY, "0000:03:00.0,arg=1").contains("--iova-mode=pa"));
		assertTrue(build(ONE_WORKER, MEMORY, "net_tap0,iface=x").contains("--iova-mode=va"));
	}

	private String memory(Hugepages hugepages, int mebibytes) {
		List<String> arguments = build(ONE_WORKER, new Memory(hugepages, mebibytes));
		return String.join(" ", arguments.subList(4, arguments.indexOf("--iova-mode=va")));
	}

	private static String start(List<String> arguments, int words) {
		return String.join(" ", arguments.subList(0, words));
	}

	private List<String> build(List<Lcore> lcores, Memory memory, String... devices) {
		List<InterfaceConfig> interfaces = List.of(devices).stream()
				.map(device -> new InterfaceConfig("wan0", device, List.of()))
				.toList();
		Configuration configuration = new Configuration(new Api("127.0.0.1", 8080), Optional.empty(), Duration.ofDays(1),
				lcores, memory, DataplaneOptions.defaults(), 1_000, RpFilterChange.NOTHING, CacheChange.NOTHING, 0,
				interfaces, List.of(), List.of(), FeedSettings.NONE, new Log(false, "INFO"), List.of(), new TreeMap<>());
		return new EalArguments(configuration, new Host(root)).build();
	}

	private void write(String file, String text) throws IOException {
		Files.createDirectories(root.resolve(file).getParent());
		Files.writeString(root.resolve(file), text);
	}
}
