package io.signalbox.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.cache.CacheChange;
import io.signalbox.config.Configuration.Api;
import io.signalbox.config.Configuration.Hugepages;
import io.signalbox.config.Configuration.Lcore;
import io.signalbox.config.Configuration.Memory;
import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.feed.fpm.FpmOptions;
import io.signalbox.feed.kernel.KernelSettings;
import io.signalbox.interfaces.RpFilterChange;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Route;
import io.signalbox.route.RouteSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
	@Test
	void anEmptyFileIsAllDefaults() {
		Configuration configuration = read("");
		assertEquals(new Api("127.0.0.1", 8080), configuration.api());
		assertEquals(new Memory(Hugepages.AUTO, 1024), configuration.memory());
		assertEquals(DataplaneOptions.defaults(), configuration.dataplane());
		assertEquals(RpFilterChange.NOTHING, configuration.rpFilter());
		assertEquals(CacheChange.NOTHING, configuration.cache());
		assertEquals(List.of(), configuration.lcores());
		assertEquals(List.of(), configuration.interfaces());
		assertEquals(List.of(), configuration.routes());
	}

	@Test
	void theWholeFileIsRead() {
		Configuration configuration = read("""
				api: {host: "::1", port: 8081}
				stateDirectory: /var/lib/signalbox
				lcores: [1, 2@1]
				memory: {hugepages: never, mebibytes: 512}
				dataplane: {neighborReachableMillis: 2000}
				rpFilter: {default: loose, defaultRouteCounts: false}
				cache: {mode: on, entriesPerCore: 65536, ways: 8, maxAgeSeconds: 60,
				  insertProbability: 0.25, bypassBelowHitRate: 0}
				interfaces:
				  - {name: wan0, device: "net_af_packet0,iface=eth1", addresses: ["192.0.2.1/24", "2001:db8:1::1/64"], rpFilter: strict}
				  - {name: lan0, device: "0000:03:00.0", addresses: ["198.51.100.1/24"], mtu: 9000, adminUp: false}
				vrfs: [red]
				routes:
				  - {destinationPrefix: 0.0.0.0/0, nextHops: [{address: 192.0.2.254, interface: wan0}], metric: 5, preference: 9}
				  - {destinationPrefix: "2001:db8:2::/48", nextHops: [{interface: lan0}]}
				  - {destinationPrefix: 203.0.113.0/24, vrf: red, type: blackhole}
				log: {format: json, level: debug}
				""");
		assertEquals(new Api("::1", 8081), configuration.api());
		assertEquals(Optional.of(Path.of("/var/lib/signalbox")), configuration.stateDirectory());
		assertEquals(List.of(new Lcore(1, 1), new Lcore(2, 1)), configuration.lcores());
		assertEquals(new Memory(Hugepages.NEVER, 512), configuration.memory());
		assertEquals(2000, configuration.dataplane().neighborReachableMillis());
		assertEquals(new RpFilterChange(Optional.of(RpFilter.LOOSE), Optional.of(false), Map.of()), configuration.rpFilter());
		assertEquals(new CacheChange(Optional.of(CacheMode.ON), Optional.of(65_536), Optional.of(8), Optional.of(60),
				Optional.of(0.25), Optional.of(0.0)), configuration.cache());
		assertEquals(Optional.of(RpFilter.STRICT), configuration.interfaces().get(0).rpFilter());
		assertEquals(Optional.empty(), configuration.interfaces().get(1).rpFilter());
		assertEquals("[192.0.2.1/24, 2001:db8:1::1/64]", configuration.interfaces().get(0).addresses().toString());
		assertEquals(9000, configuration.interfaces().get(1).mtu());
		assertEquals(false, configuration.interfaces().get(1).adminUp());
		assertEquals(List.of(
				new StaticRoute("default", new Route(Prefix.parse("0.0.0.0/0"), RouteSource.STATIC,
						new Nexthop.Via(Ipv4Address.parse("192.0.2.254"), "wan0"), 5, 9)),
				new StaticRoute("default",
						new Route(Prefix.parse("2001:db8:2::/48"), RouteSource.STATIC, new Nexthop.Connected("lan0"))),
				new StaticRoute("red",
						new Route(Prefix.parse("203.0.113.0/24"), RouteSource.STATIC, new Nexthop.Blackhole()))),
				configuration.routes());
		assertEquals(List.of("red"), configuration.vrfs());
		assertEquals(new Configuration.Log(true, "DEBUG"), configuration.log());
	}

	@Test
	void packetBuffersHoldTheLargestFrameAndFitTheMemory() {
		String jumbo = "interfaces: [{name: lan0, device: net_null0, mtu: 9000}]\n";
		assertEquals(9_088, read(jumbo).dataplane().mbufDataBytes());
		assertEquals(65_536, read(jumbo).dataplane().mbufs());
		assertEquals(16_556, read("memory: {mebibytes: 64}").dataplane().mbufs());
		assertEquals(4_250, read(jumbo + "memory: {mebibytes: 64}").dataplane().mbufs());
		assertEquals(2_000, read(jumbo + "dataplane: {mbufs: 2000, mbufDataBytes: 2048}").dataplane().mbufs());
		assertEquals(2_048, read(jumbo + "dataplane: {mbufs: 2000, mbufDataBytes: 2048}").dataplane().mbufDataBytes());
	}

	@Test
	void aVariableOverridesTheFile() {
		Configuration configuration = ConfigurationReader.read("box.yaml", """
				api: {port: 8081}
				interfaces: [{name: wan0, device: net_null0, mtu: 1400}]
				""", Map.of("SIGNALBOX_API_PORT", "8082", "SIGNALBOX_STATE_DIRECTORY", "/state",
				"SIGNALBOX_LCORES", "1,2", "SIGNALBOX_INTERFACES_0_MTU", "1300"));
		assertEquals(8082, configuration.api().port());
		assertEquals(Optional.of(Path.of("/state")), configuration.stateDirectory());
		assertEquals(List.of(new Lcore(1, 1), new Lcore(2, 2)), configuration.lcores());
		assertEquals(1300, configuration.interfaces().getFirst().mtu());
	}

	@Test
	void aFeedWithNothingBehindItsKeyIsAskedAbout() {
		assertEquals(List.of("feeds.kernel: is empty: write {} for a feed with its defaults, or leave the key out"),
				problems("feeds: {kernel: }"));
	}

	@Test
	void aFeedIsOnWhenItHasASection() {
		assertEquals(Configuration.FeedSettings.NONE, read("feeds: {}").feeds());
		assertEquals(Optional.of(KernelSettings.defaults()), read("feeds: {kernel: {}}").feeds().kernel());
		assertEquals(
				Optional.of(new KernelSettings(100, "blue", Optional.of(Path.of("/run/netns/bird")), 30, 5, 1 << 20, true, true)),
				read("feeds: {kernel: {table: 100, vrf: blue, namespace: bird, rescanSeconds: 30, timeoutSeconds: 5,"
						+ " receiveBytes: 1048576, addresses: true, neighbors: true}}").feeds().kernel());
		assertEquals(Optional.of(Path.of("/proc/7/ns/net")),
				read("feeds: {kernel: {namespace: /proc/7/ns/net}}").feeds().kernel().orElseThrow().namespace());
	}

	@Test
	void rpFilterAndCacheMayBeVariablesToo() {
		Configuration configuration = ConfigurationReader.read("box.yaml", """
				interfaces: [{name: wan0, device: net_null0, rpFilter: strict}]
				""", Map.of("SIGNALBOX_RP_FILTER_DEFAULT", "loose", "SIGNALBOX_RP_FILTER_DEFAULT_ROUTE_COUNTS", "false",
				"SIGNALBOX_INTERFACES_0_RP_FILTER", "off", "SIGNALBOX_CACHE_MODE", "off",
				"SIGNALBOX_CACHE_ENTRIES_PER_CORE", "1024", "SIGNALBOX_CACHE_INSERT_PROBABILITY", "1"));
		assertEquals(new RpFilterChange(Optional.of(RpFilter.LOOSE), Optional.of(false), Map.of()), configuration.rpFilter());
		assertEquals(Optional.of(RpFilter.OFF), configuration.interfaces().getFirst().rpFilter());
		assertEquals(new CacheChange(Optional.of(CacheMode.OFF), Optional.of(1024), Optional.empty(), Optional.empty(),
				Optional.of(1.0), Optional.empty()), configuration.cache());
		assertEquals(List.of(), configuration.unused());
	}

	@Test
	void aVariableMayHoldAWholeList() {
		Configuration configuration = ConfigurationReader.read("box.yaml", "", Map.of(
				"SIGNALBOX_LCORES", "3",
				"SIGNALBOX_INTERFACES", "[{name: wan0, device: net_null0, addresses: [192.0.2.1/24]}]"));
		assertEquals(List.of(new Lcore(3, 3)), configuration.lcores());
		assertEquals("wan0", configuration.interfaces().getFirst().name());
	}

	@Test
	void readsTheFpmFeed() {
		FpmOptions fpm = read("""
				feeds: {fpm: {listen: "[::1]:2621", tables: {10: red}, interfaces: {3: wan0}, acknowledge: false}}
				""").feeds().fpm().orElseThrow();
		assertEquals("[0:0:0:0:0:0:0:1]:2621", fpm.listen().toString().replaceFirst(".*/", ""));
		assertEquals(Map.of(0L, "default", 254L, "default", 10L, "red"), fpm.tables());
		assertEquals(Map.of(3, "wan0"), fpm.interfaces());
		assertEquals(false, fpm.acknowledge());
		assertEquals(2620, read("feeds: {fpm: {listen: 127.0.0.1}}").feeds().fpm().orElseThrow().listen().getPort());
		assertEquals(Optional.empty(), read("").feeds().fpm());
		Map<String, String> variables = Map.of("SIGNALBOX_FEEDS_FPM_LISTEN", "127.0.0.1:2622");
		assertEquals(2622, ConfigurationReader.read("box.yaml", "", variables).feeds().fpm().orElseThrow().listen().getPort());
	}

	@Test
	void variablesThatAreNoKeysAreNamed() {
		Configuration configuration = ConfigurationReader.read("box.yaml", "", Map.of(
				"SIGNALBOX_API_PROT", "1", "SIGNALBOX_LIBRARY", "/x.so", "SIGNALBOX_CONFIG", "box.yaml", "HOME", "/"));
		assertEquals(List.of("SIGNALBOX_API_PROT"), configuration.unused());
	}

	@Test
	void allProblemsAreToldAtOnceEachWithItsKey() {
		List<String> problems = problems("""
				api: {port: 99999, hots: x}
				interfaces: [{name: wan0, device: net_null0, mtu: big}]
				""");
		assertEquals(List.of(
				"api.port: expected a whole number from 1 to 65535, found 99999",
				"api.hots: is no key; here are: host, port",
				"interfaces[0].mtu: expected a whole number from 68 to 9216, found big"), problems);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			api: {host: 0.0.0.0} | api.host: 0.0.0.0 can be reached by other machines
			api: {host: router.example} | api.host: expected an IP address or localhost
			api: 8080 | api: expected keys with values, found 8080
			colour: red | colour: is no key
			cache: {mode: auto} | cache.mode: expected off or on or adaptive, found auto
			cache: {entriesPerCore: 1000} | cache.entriesPerCore: expected a power of two from 1024 to 1048576, found 1000
			cache: {entriesPerCore: many} | cache.entriesPerCore: expected a whole number, found many
			cache: {ways: 3} | cache.ways: expected 1, 2, 4 or 8, found 3
			cache: {insertProbability: 0} | cache.insertProbability: expected a number above 0
			cache: {insertProbability: often} | cache.insertProbability: expected a number, found often
			cache: {maxAgeSeconds: 9999999999} | cache.maxAgeSeconds: expected a whole number, found 9999999999
			cache: {size: 7} | cache.size: is no key; here are: mode, entriesPerCore, ways
			rpFilter: {default: on} | rpFilter.default: expected off or strict or loose, found on
			rpFilter: {defaultRouteCounts: 1} | rpFilter.defaultRouteCounts: expected true or false, found 1
			rpFilter: strict | rpFilter: expected keys with values, found strict
			feeds: {fpm: {listen: here}} | feeds.fpm.listen
			feeds: {fpm: {listen: "127.0.0.1:0"}} | feeds.fpm.listen: expected an address, or address:port
			feeds: {fpm: {tables: {red: 10}}} | feeds.fpm.tables: expected numbers from 0 to 4294967295 with names
			feeds: {fpm: {quietSeconds: 0}} | feeds.fpm.quietSeconds: expected a whole number from 1 to 86400
			feeds: {bmp: {}} | feeds.bmp: is no key
			feeds: {kernel: {table: 0}} | feeds.kernel.table: expected a whole number from 1 to 4294967295, found 0
			feeds: {kernel: 254} | feeds.kernel: expected keys with values, found 254
			feeds: {kernel: {tables: 254}} | feeds.kernel.tables: is no key; here are: table, vrf, namespace
			lcores: 1 | lcores: expected a list
			lcores: [one] | lcores: expected CPU numbers
			lcores: [1, 1] | lcores: lcore 1 is given twice
			lcores: [128] | lcores: expected CPU numbers below 128
			lcores: [1, null] | lcores[1]: is missing
			memory: {hugepages: maybe} | memory.hugepages: expected auto or always or never
			interfaces: [{device: net_null0}] | interfaces[0].name: is missing
			interfaces: [{name: a, device: net_null0, rpFilter: hard}] | interfaces[0].rpFilter: expected off or strict or loose, found hard
			interfaces: [{name: a, device: net_null0, vlan: 7}] | interfaces[0].vlan: VLAN interfaces are not available
			interfaces: [{name: a, device: net_null0, vrf: red}] | interfaces[0].vrf: there is no VRF 'red'
			interfaces: [{name: a, device: net_null0, addresses: [192.0.2.1]}] | interfaces[0].addresses: '192.0.2.1' has no prefix
			interfaces: [{name: a, device: net_null0, addresses: [null]}] | interfaces[0].addresses[0]: is missing
			interfaces: [{name: a, device: net_null0, adminUp: 7}] | interfaces[0].adminUp: expected true or false
			interfaces: [{name: a, device: net_null0}, {name: a, device: net_null1}] | interfaces: interface a is given twice
			vrfs: [a b] | vrfs: 'a b' is not a VRF's name
			vrfs: [red, red] | vrfs: red is given twice
			vrfs: [default] | vrfs: default is given twice, or is always there
			routes: [{destinationPrefix: 10.0.0.0/8, type: blackhole, vrf: red}] | routes[0].vrf: there is no VRF 'red'
			routes: [{destinationPrefix: 10.0.0.0/8, nextHops: [{address: 192.0.2.1}, {address: 192.0.2.1}]}] | routes[0].nextHops: two next hops are the same
			routes: [{destinationPrefix: 10.0.0.1/8}] | routes[0].destinationPrefix: 10.0.0.1/8 has host bits set
			routes: [{destinationPrefix: 10.0.0.0/8}] | routes[0].nextHops: expected at least one next hop
			routes: [{destinationPrefix: 10.0.0.0/8, nextHops: [{}]}] | routes[0].nextHops[0].address: is missing
			routes: [{destinationPrefix: 10.0.0.0/8, type: discard}] | routes[0].type: expected unicast or blackhole
			api: {port: 1, port: 2} | line 1, column
			'[' | line 1, column
			""")
	void whatIsWrongIsNamed(String yaml, String problem) {
		List<String> problems = problems(yaml);
		assertTrue(problems.stream().anyMatch(each -> each.startsWith(problem)), () -> "found " + problems);
	}

	private static Configuration read(String yaml) {
		return ConfigurationReader.read("box.yaml", yaml, Map.of());
	}

	private static List<String> problems(String yaml) {
		return assertThrows(ConfigurationException.class, () -> read(yaml)).problems();
	}
}
