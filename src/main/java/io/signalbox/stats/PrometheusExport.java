package io.signalbox.stats;

import io.prometheus.client.Collector;
import io.prometheus.client.CollectorRegistry;
import io.signalbox.dataplane.Counters;
import io.signalbox.dataplane.Counters.Description;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.EalState;
import io.signalbox.dataplane.InterfaceState;
import io.signalbox.dataplane.NeighborState;
import io.signalbox.dataplane.SystemState;
import io.signalbox.feed.Feeds;
import io.signalbox.fib.FibAudit;
import io.signalbox.interfaces.Interface;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.rib.Rib;
import io.signalbox.snapshot.Snapshots;
import io.signalbox.stats.Families.Labels;
import io.signalbox.stats.Statistics.CoreFigures;
import io.signalbox.stats.Statistics.InterfaceFigures;
import io.signalbox.store.Problems;
import io.signalbox.store.Store;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The figures for Prometheus, made anew at each scrape, so that interfaces may come and go. Names follow
 * Prometheus: base units, {@code _total}, {@code rx} and {@code tx} written out; labels have the words of REST.
 */
@ApplicationScoped
public class PrometheusExport extends Collector implements Collector.Describable {
	private final Dataplane dataplane;
	private final Interfaces interfaces;
	private final StatisticsReader statistics;
	private final TableFamilies tables;
	private final Feeds feeds;
	private final Snapshots snapshots;
	private final Store store;
	private final Problems problems;
	private final FibAudit audit;

	PrometheusExport(Dataplane dataplane, Interfaces interfaces, StatisticsReader statistics, Rib rib, Feeds feeds,
			Snapshots snapshots, Store store, Problems problems, FibAudit audit) {
		this.dataplane = dataplane;
		this.interfaces = interfaces;
		this.statistics = statistics;
		this.tables = new TableFamilies(dataplane, rib);
		this.feeds = feeds;
		this.snapshots = snapshots;
		this.store = store;
		this.problems = problems;
		this.audit = audit;
	}

	/** The registry that Micrometer, with the JVM's and the server's figures, uses as well. */
	@Produces
	@Singleton
	CollectorRegistry registry() {
		CollectorRegistry registry = new CollectorRegistry(true);
		registry.register(this);
		return registry;
	}

	/** None beforehand: which families there are is known at the scrape. */
	@Override
	public List<MetricFamilySamples> describe() {
		return List.of();
	}

	@Override
	public List<MetricFamilySamples> collect() {
		Families families = new Families();
		boolean running = dataplane.ealState() == EalState.UP && dataplane.system().running();
		families.gauge("signalbox_data_plane_running", "1 while the workers forward.", Labels.NONE, bit(running));
		snapshots.state().ifPresent(state -> SnapshotFamilies.add(families, state));
		StoreFamilies.add(families, store, problems);
		if (running) {
			cores(families);
			interfaces(families);
			tables.add(families);
			memory(families);
			neighbors(families);
			CacheFamilies.add(families, dataplane);
			AuditFamilies.add(families, audit);
		}
		FeedFamilies.add(families, feeds);
		return families.samples();
	}

	private void cores(Families families) {
		Counters counters = dataplane.counters();
		Statistics read = statistics.read();
		for (CoreFigures core : read.cores()) {
			Labels labels = Labels.of("core", core.core());
			add(families, "signalbox_core_", counters.coreCounters(), labels, core.counters());
		}
		for (InterfaceFigures port : read.interfaces()) {
			Labels labels = Labels.of("interface", port.name());
			add(families, "signalbox_interface_", counters.interfaceCounters(), labels, port.counters());
			port.drops().forEach((reason, packets) -> {
				Labels why = labels.and("reason", reason);
				families.counter("signalbox_drops", "Packets dropped.", why, packets);
			});
		}
	}

	private static void add(
			Families families, String prefix, List<Description> descriptions, Labels labels, Map<String, Long> values) {
		for (Description description : descriptions) {
			String name = prefix
					+ description.name().replaceFirst("^rx_", "receive_").replaceFirst("^tx_", "transmit_");
			long value = values.get(description.name());
			if (description.gauge()) {
				families.gauge(name, description.help(), labels, value);
			} else {
				families.counter(name, description.help(), labels, value);
			}
		}
	}

	private void interfaces(Families families) {
		String prefix = "signalbox_interface_";
		for (Interface port : interfaces.list()) {
			Labels labels = Labels.of("interface", port.name());
			InterfaceState state = port.state();
			boolean adminUp = port.config().adminUp();
			families.gauge(prefix + "admin_up", "1 unless the operator has shut it down.", labels, bit(adminUp));
			families.gauge(prefix + "link_up", "1 while the device has a link.", labels, bit(state.linkUp()));
			families.gauge(prefix + "rp_filter", "1 with the mode that runs, which says which sources pass.",
					labels.and("mode", lower(state.rpFilter())), 1);
			families.counter(prefix + "receive_missed", "Packets the device had no room for.", labels, state.rxMissed());
			families.counter(prefix + "receive_errors", "Packets received with an error.", labels, state.rxErrors());
			families.counter(prefix + "transmit_errors", "Packets the device failed to send.", labels, state.txErrors());
		}
	}

	private void memory(Families families) {
		String prefix = "signalbox_";
		SystemState system = dataplane.system();
		families.gauge(prefix + "packet_buffers_free", "Packet buffers left.", Labels.NONE, system.mbufsFree());
		families.gauge(prefix + "packet_buffers_max", "Packet buffers in all.", Labels.NONE, system.mbufs());
		families.gauge(prefix + "memory_bytes", "Memory that EAL holds.", Labels.NONE, system.memoryBytes());
	}

	private void neighbors(Families families) {
		Map<Integer, String> names = interfaces.names();
		Map<Labels, Long> counts = dataplane.neighbors().stream()
				.filter(neighbor -> names.containsKey(neighbor.interfaceId()))
				.collect(Collectors.groupingBy(
						neighbor -> labels(names.get(neighbor.interfaceId()), neighbor), Collectors.counting()));
		counts.forEach((labels, count) -> families.gauge("signalbox_neighbors", "Neighbors by state.", labels, count));
	}

	private static Labels labels(String name, NeighborState neighbor) {
		return Labels.of("interface", name).and("state", lower(neighbor.status()));
	}

	private static long bit(boolean value) {
		return value ? 1 : 0;
	}

	private static String lower(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}
}
