package io.signalbox.config;

import io.signalbox.cache.CacheChange;
import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.feed.fpm.FpmOptions;
import io.signalbox.feed.kernel.KernelSettings;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.RpFilterChange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the operator configured, checked, with the defaults filled in: one YAML file, each key also as a variable of the
 * environment ({@link Section} has the rule).
 *
 * @param stateDirectory where what the API changes, and the routes of all sources, are kept; nothing is where it is empty
 * @param snapshotMaxAge of a snapshot of the routes that a start still uses
 * @param routesMax routes of all sources that the RIB takes
 * @param rpFilter what differs from the data plane's own start: off, default routes count
 * @param cache what differs from the data plane's own defaults
 * @param auditIntervalSeconds between two audits of the FIB, 0 = none but when asked
 * @param vrfs besides the default one
 * @param routes of source {@code static}
 * @param unused variables of the environment that look like keys, and are none
 * @param settings every key that was read, whole ({@code interfaces[0].mtu}), with its value and where it comes from
 */
public record Configuration(
		Api api,
		Optional<Path> stateDirectory,
		Duration snapshotMaxAge,
		List<Lcore> lcores,
		Memory memory,
		DataplaneOptions dataplane,
		int routesMax,
		RpFilterChange rpFilter,
		CacheChange cache,
		int auditIntervalSeconds,
		List<InterfaceConfig> interfaces,
		List<String> vrfs,
		List<StaticRoute> routes,
		FeedSettings feeds,
		Log log,
		List<String> unused,
		SortedMap<String, Setting> settings) {
	public Configuration {
		lcores = List.copyOf(lcores);
		interfaces = List.copyOf(interfaces);
		vrfs = List.copyOf(vrfs);
		routes = List.copyOf(routes);
		unused = List.copyOf(unused);
		settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
	}

	/** Where the REST API listens; a loopback address as long as there is no authentication. */
	public record Api(String host, int port) {}

	/** A worker: the lcore's number in DPDK, and the CPU that it runs on. Two may share a CPU (tests). */
	public record Lcore(int id, int cpu) {}

	/** EAL's memory: packet buffers, tables and rings. */
	public record Memory(Hugepages hugepages, int mebibytes) {}

	/** Whether EAL's memory is on hugepages. */
	public enum Hugepages {
		/** If enough are free. */
		AUTO,
		/** Or no start. */
		ALWAYS,
		NEVER
	}

	/** The feeds that are to run, each as its own package has it. */
	public record FeedSettings(Optional<FpmOptions> fpm, Optional<KernelSettings> kernel) {
		public static final FeedSettings NONE = new FeedSettings(Optional.empty(), Optional.empty());
	}

	public record Log(boolean json, String level) {}
}
