package io.signalbox.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.prometheus.client.CollectorRegistry;
import io.prometheus.client.exporter.common.TextFormat;
import io.signalbox.dataplane.CacheReason;
import io.signalbox.dataplane.CacheState.Kind;
import io.signalbox.dataplane.CacheState;
import io.signalbox.dataplane.FakeCounters;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.feed.Feeds;
import io.signalbox.feed.KnownFeed;
import io.signalbox.fib.FibAudit;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.InterfaceTable;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.net.Family;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.snapshot.Snapshots;
import io.signalbox.store.NoStore;
import io.signalbox.store.Problems;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PrometheusExportTest {
	private static final Pattern SAMPLE = Pattern.compile("signalbox_[a-z0-9_]+(\\{.*})? \\S+");

	private final FakeDataplane dataplane = FakeDataplane.running();
	private final FakeCounters counters = dataplane.fakeCounters();
	private final InterfaceTable table = new InterfaceTable();
	private final FibProgrammer programmer = new FibProgrammer(dataplane, table);
	private final Rib rib = new Rib(programmer, new RibLimits(100));
	private final FibAudit audit = new FibAudit(dataplane, rib, programmer, 0);
	private final Interfaces interfaces = new Interfaces(dataplane, rib, table);
	private final Feeds feeds = new Feeds();
	private final CollectorRegistry registry = registry(Optional.empty());

	private CollectorRegistry registry(Optional<Path> stateDirectory) {
		Snapshots snapshots = new Snapshots(rib, stateDirectory, Duration.ZERO, InstantSource.system());
		return new PrometheusExport(dataplane, interfaces, new StatisticsReader(dataplane, interfaces), rib, feeds,
				snapshots, new NoStore(), new Problems(), audit).registry();
	}

	@AfterEach
	void close() {
		audit.stop();
		rib.close();
	}

	@Test
	void feedsSayHowFarTheyAreAndWhatTheyLeftOut() {
		feeds.start(new KnownFeed());
		assertSample("signalbox_feed_state{feed=\"fpm\",state=\"synced\",} 1.0");
		assertSample("signalbox_feed_state{feed=\"fpm\",state=\"waiting\",} 0.0");
		assertSample("signalbox_feed_announced_total{feed=\"fpm\",} 7.0");
		assertSample("signalbox_feed_lag_seconds{feed=\"fpm\",} 1.5");
		assertSample("signalbox_feed_errors_total{feed=\"fpm\",error=\"unknown-table\",} 3.0");
		assertSample("signalbox_feed_ready{feed=\"fpm\",} 1.0");
	}

	@Test
	void theSnapshotIsThere() {
		CollectorRegistry withFolder = registry(Optional.of(Path.of("nowhere")));
		assertEquals(0, withFolder.getSampleValue("signalbox_snapshot_write_failures_total"));
		assertEquals(0, withFolder.getSampleValue("signalbox_snapshot_restored_routes"));
		assertEquals(0, withFolder.getSampleValue(
				"signalbox_snapshot_unused", new String[] {"reason"}, new String[] {"too-old"}));
	}

	@Test
	void countersHaveTheNamesOfPrometheus() {
		int wan = add("wan0", "192.0.2.1/24");
		counters.setInterface(wan, "rx_packets", 100);
		counters.setInterface(wan, "tx_bytes", 6400);
		counters.setDrops(wan, "no_route", 3);
		counters.setCore(0, "busy_cycles", 42);
		assertSample("signalbox_interface_receive_packets_total{interface=\"wan0\",} 100.0");
		assertSample("signalbox_interface_transmit_bytes_total{interface=\"wan0\",} 6400.0");
		assertSample("signalbox_drops_total{interface=\"wan0\",reason=\"no_route\",} 3.0");
		assertSample("signalbox_drops_total{interface=\"wan0\",reason=\"blackhole\",} 0.0");
		assertSample("signalbox_core_busy_cycles_total{core=\"worker-0\",} 42.0");
		assertSample("signalbox_core_busy_cycles_total{core=\"slowpath\",} 0.0");
	}

	@Test
	void aTableThatIsNearlyFullRaisesTheAlarm() {
		String nexthops = "signalbox_capacity_alarm{family=\"\",vrf=\"\",table=\"nexthops\",} ";
		assertSample(nexthops + "0.0");
		RouteChanges routes = new RouteChanges();
		for (int at = 0; at < 95; at++) {
			routes.announce(Prefix.parse("10.0." + at + ".0/24"), new Nexthop.Connected("port" + at));
		}
		rib.apply(RouteSource.STATIC, routes).join();
		assertSample(nexthops + "1.0");
		assertSample("signalbox_rib_routes{family=\"ipv4\",} 95.0");
	}

	@Test
	void auditsAreCountedByKind() {
		add("wan0", "192.0.2.1/24");
		assertSample("signalbox_audit_runs_total 0.0");
		dataplane.damageRoute("192.0.2.0/24", 0);
		audit.run().join();
		assertSample("signalbox_audit_runs_total 1.0");
		assertSample("signalbox_audit_differences_total{kind=\"missing_route\",} 1.0");
		assertSample("signalbox_audit_healed_total{kind=\"missing_route\",} 1.0");
		assertSample("signalbox_audit_differences_total{kind=\"cache_entry\",} 0.0");
		assertSample("signalbox_audit_failures_total 0.0");
	}

	@Test
	void tablesAreGauges() {
		int wan = add("wan0", "192.0.2.1/24");
		dataplane.setNeighbor(wan, IpAddress.parse("192.0.2.9"), MacAddress.parse("02:00:00:00:00:09"));
		assertSample("signalbox_data_plane_running 1.0");
		assertSample("signalbox_fib_routes{family=\"ipv4\",vrf=\"default\",} 2.0");
		assertSample("signalbox_fib_routes{family=\"ipv6\",vrf=\"default\",} 0.0");
		assertSample("signalbox_neighbors{interface=\"wan0\",state=\"static\",} 1.0");
		assertSample("signalbox_packet_buffers_free 65000.0");
		assertSample("signalbox_interface_rp_filter{interface=\"wan0\",mode=\"off\",} 1.0");
		assertSample("signalbox_interface_link_up{interface=\"wan0\",} 1.0");
		dataplane.setLink(wan, false);
		assertSample("signalbox_interface_link_up{interface=\"wan0\",} 0.0");
	}

	@Test
	void cachesHaveTheirDecisionAndItsGrounds() {
		dataplane.fakeCache().measured(new CacheState(0, Family.IPV6, Kind.PAIR, true, CacheReason.FASTER,
				OptionalDouble.of(52.34), OptionalDouble.empty(), 0.75, 12, 100, 2_097_152));
		String table = "core=\"worker-0\",family=\"ipv6\",kind=\"pair\",";
		counters.setCore(0, "cache_hits", 17);
		assertSample("signalbox_core_cache_hits_total{core=\"worker-0\",} 17.0");
		assertSample("signalbox_cache_entries_max 32768.0");
		assertSample("signalbox_cache_in_use{" + table + "} 1.0");
		assertSample("signalbox_cache_reason{" + table + "reason=\"faster\",} 1.0");
		assertSample("signalbox_cache_reason{" + table + "reason=\"slower\",} 0.0");
		assertSample("signalbox_cache_hit_ratio{" + table + "} 0.75");
		assertSample("signalbox_cache_cycles_per_packet{" + table + "cache=\"with\",} 52.34");
		assertSample("signalbox_cache_samples_total{" + table + "} 12.0");
		assertSample("signalbox_cache_entries{" + table + "} 100.0");
		assertSample("signalbox_cache_memory_bytes{" + table + "} 2097152.0");
		assertEquals(1, samples("signalbox_cache_cycles").size());
		assertEquals(1, samples("signalbox_cache_hit_ratio").size());
	}

	@Test
	void interfacesComeAndGo() {
		assertEquals(List.of(), samples("signalbox_interface_"));
		add("wan0", "192.0.2.1/24");
		assertTrue(samples("signalbox_interface_").stream().allMatch(sample -> sample.contains("\"wan0\"")));
		interfaces.remove("wan0", _ -> {});
		assertEquals(List.of(), samples("signalbox_interface_"));
	}

	@Test
	void aStoppedDataPlaneIsToldAndNoError() {
		dataplane.stop();
		assertEquals(List.of("signalbox_data_plane_running 0.0"), samples("signalbox_").stream()
				.filter(sample -> !sample.startsWith("signalbox_store_")).toList());
		assertTrue(samples("signalbox_store_").contains("signalbox_store_state{state=\"none\",} 1.0"));
	}

	@Test
	void everySampleHasHelp() {
		add("wan0", "192.0.2.1/24");
		String text = text();
		for (String sample : samples("signalbox_")) {
			String name = sample.replaceFirst("[{ ].*", "");
			assertTrue(text.contains("# HELP " + name + " "), name);
		}
	}

	private int add(String name, String address) {
		List<InterfaceAddress> addresses = List.of(InterfaceAddress.parse(address));
		return interfaces.add(new InterfaceConfig(name, "net_null_" + name, addresses)).id();
	}

	private void assertSample(String sample) {
		List<String> samples = samples("signalbox_");
		assertTrue(samples.contains(sample), () -> sample + " is not in " + samples);
	}

	private List<String> samples(String prefix) {
		return text().lines()
				.filter(line -> line.startsWith(prefix) && SAMPLE.matcher(line).matches())
				.toList();
	}

	private String text() {
		StringWriter text = new StringWriter();
		try {
			TextFormat.write004(text, registry.metricFamilySamples());
		} catch (IOException impossible) {
			throw new UncheckedIOException(impossible);
		}
		return text.toString();
	}
}
