package io.signalbox.lifecycle;

import io.signalbox.cache.RouteCache;
import io.signalbox.config.Configuration;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.ffm.NativeNetlink;
import io.signalbox.feed.Feeds;
import io.signalbox.feed.fpm.FpmFeed;
import io.signalbox.feed.kernel.KernelFeed;
import io.signalbox.fib.FibAudit;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.health.Progress;
import io.signalbox.interfaces.InterfaceTable;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.interfaces.KernelNames;
import io.signalbox.interfaces.LinkWatch;
import io.signalbox.neighbors.Neighbors;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import io.signalbox.snapshot.Snapshots;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * One of each thing that forwarding takes, wired by hand, so that the box forwards before there is a container for the
 * API; {@link Wiring} hands them on to that.
 */
final class Box {
	private final Configuration configuration;
	private final Dataplane dataplane;
	private final InterfaceTable table = new InterfaceTable();
	private final Progress progress = new Progress();
	private final Rib rib;
	private final Interfaces interfaces;
	private final Neighbors neighbors;
	private final RouteCache cache;
	private final Kept kept;
	private final LinkWatch links;
	private final Snapshots snapshots;
	private final FibAudit audit;
	private final Bringup bringup;
	private final Feeds feeds = new Feeds();

	Box(Configuration configuration, Kept kept, Dataplane dataplane) {
		this.configuration = configuration;
		this.kept = kept;
		this.dataplane = dataplane;
		FibProgrammer programmer = new FibProgrammer(dataplane, table);
		this.rib = new Rib(
				programmer, new RibLimits(configuration.dataplane().nexthops(), configuration.routesMax()));
		this.interfaces = new Interfaces(dataplane, rib, table);
		this.neighbors = new Neighbors(dataplane, interfaces);
		this.cache = new RouteCache(dataplane);
		this.links = new LinkWatch(interfaces);
		this.snapshots = new Snapshots(
				rib, configuration.stateDirectory(), configuration.snapshotMaxAge(), InstantSource.system());
		this.audit = new FibAudit(dataplane, rib, programmer, configuration.auditIntervalSeconds());
		DesiredObjects objects = new DesiredObjects(kept.desired(), configuration, interfaces, neighbors, rib, cache,
				kept.problems());
		this.bringup = new Bringup(configuration, new Host(Path.of("/")), dataplane, objects, progress);
	}

	/** Returns when it forwards as configured; throws when that fails, with the data plane stopped again. */
	void start() {
		snapshots.read();
		bringup.start();
		snapshots.restore();
		links.start();
		configuration.feeds().fpm().ifPresent(options -> feeds.start(new FpmFeed(options, rib)));
		configuration.feeds().kernel().ifPresent(settings -> feeds.start(new KernelFeed(
				settings, new NativeNetlink(), rib, () -> KernelNames.of(interfaces.configs()), this::adopt)));
		snapshots.start();
		audit.start();
	}

	/** What the kernel has on a link that both have. */
	private List<String> adopt(
			String interfaceName, SortedSet<InterfaceAddress> addresses, Map<IpAddress, MacAddress> stations) {
		try {
			List<String> refused = new ArrayList<>(interfaces.followKernel(interfaceName, addresses));
			refused.addAll(neighbors.followKernel(interfaceName, stations));
			return refused;
		} catch (DataplaneException failed) {
			return List.of(failed.getMessage());
		}
	}

	/** Where another application may follow in this process, EAL stays up for it. */
	void stop(boolean processEnds) {
		feeds.close();
		audit.stop();
		links.stop();
		snapshots.stop();
		bringup.stop(processEnds);
	}

	Configuration configuration() {
		return configuration;
	}

	Dataplane dataplane() {
		return dataplane;
	}

	InterfaceTable table() {
		return table;
	}

	Progress progress() {
		return progress;
	}

	Rib rib() {
		return rib;
	}

	Interfaces interfaces() {
		return interfaces;
	}

	Neighbors neighbors() {
		return neighbors;
	}

	Kept kept() {
		return kept;
	}

	FibAudit audit() {
		return audit;
	}

	RouteCache cache() {
		return cache;
	}

	Feeds feeds() {
		return feeds;
	}

	Snapshots snapshots() {
		return snapshots;
	}
}
