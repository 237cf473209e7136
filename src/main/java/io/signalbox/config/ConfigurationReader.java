package io.signalbox.config;

import io.signalbox.cache.CacheChange;
import io.signalbox.config.Configuration.Api;
import io.signalbox.config.Configuration.FeedSettings;
import io.signalbox.config.Configuration.Hugepages;
import io.signalbox.config.Configuration.Lcore;
import io.signalbox.config.Configuration.Log;
import io.signalbox.config.Configuration.Memory;
import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.interfaces.ConfigRules;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.RpFilterChange;
import java.net.InetAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a whole configuration; throws {@link ConfigurationException} with all that is wrong. */
final class ConfigurationReader {
	/** Variables of ours that are no keys. */
	private static final Set<String> OTHER_VARIABLES = Set.of("SIGNALBOX_CONFIG", "SIGNALBOX_LIBRARY");
	private static final int LCORES = 128;
	private static final int MAX_CPU = 4095;
	private static final int MAX_WORKERS = 64;
	private static final int MOST_ROUTES = 100_000_000;
	/** Bytes: what a route takes in the RIB (some 150), in a body that is being read, and in its transaction. */
	private static final int HEAP_A_ROUTE = 400;

	private final Section root;
	private final Findings findings;

	private ConfigurationReader(Section root, Findings findings) {
		this.root = root;
		this.findings = findings;
	}

	/** {@code origin} names the file in messages. */
	static Configuration read(String origin, String yaml, Map<String, String> environment) {
		Findings findings = new Findings(environment);
		Object parsed;
		try {
			parsed = Yaml.parse(yaml);
		} catch (IllegalArgumentException noYaml) {
			throw new ConfigurationException(origin, List.of(noYaml.getMessage()));
		}
		if (parsed != null && !(parsed instanceof Map)) {
			throw new ConfigurationException(origin, List.of("expected keys with values, found " + parsed));
		}
		Section root = new Section(parsed instanceof Map<?, ?> map ? map : Map.of(), findings);
		Configuration configuration = new ConfigurationReader(root, findings).read();
		if (!findings.problems.isEmpty()) {
			throw new ConfigurationException(origin, findings.problems);
		}
		return configuration;
	}

	private Configuration read() {
		Api api = api(root.section("api"));
		Optional<Path> stateDirectory = root.text("stateDirectory").flatMap(this::path);
		Duration snapshotMaxAge = snapshotMaxAge(root.section("snapshot"));
		List<Lcore> lcores = lcores(root);
		Memory memory = memory(root.section("memory"));
		List<String> vrfs = VrfReader.read(root);
		List<InterfaceConfig> interfaces = interfaces(VrfReader.known(vrfs));
		DataplaneOptions dataplane = OptionsReader.read(root.section("dataplane"), memory.mebibytes(), interfaces);
		int routesMax = routesMax(root.section("limits"));
		List<StaticRoute> routes = root.sections("routes").stream()
				.flatMap(route -> RouteReader.read(route, VrfReader.known(vrfs)).stream())
				.toList();
		Log log = log(root.section("log"));
		RpFilterChange rpFilter = rpFilter(root.section("rpFilter"));
		CacheChange cache = cache(root.section("cache"));
		FeedSettings feeds = FeedsReader.read(root.section("feeds"));
		int auditIntervalSeconds = auditIntervalSeconds(root.section("audit"));
		root.finish();
		return new Configuration(api, stateDirectory, snapshotMaxAge, lcores, memory, dataplane, routesMax, rpFilter, cache,
				auditIntervalSeconds, interfaces, vrfs, routes, feeds, log, unusedVariables(), findings.settings);
	}

	private static Api api(Section section) {
		String host = section.text("host", "127.0.0.1");
		int port = (int) section.integer("port", 8080, 1, 65535);
		try {
			InetAddress address = InetAddress.ofLiteral(host.equals("localhost") ? "127.0.0.1" : host);
			if (!address.isLoopbackAddress()) {
				section.problem("host", host + " can be reached by other machines, and there is no authentication yet:"
						+ " use 127.0.0.1 or ::1");
			}
		} catch (IllegalArgumentException noAddress) {
			section.problem("host", "expected an IP address or localhost, found " + host);
		}
		section.finish();
		return new Api(host, port);
	}

	private Optional<Path> path(String text) {
		try {
			return Optional.of(Path.of(text));
		} catch (InvalidPathException wrong) {
			root.problem("stateDirectory", wrong.getMessage());
			return Optional.empty();
		}
	}

	private static Duration snapshotMaxAge(Section section) {
		Duration maxAge = Duration.ofSeconds(section.integer("maxAgeSeconds", 86_400, 0, 31_536_000));
		section.finish();
		return maxAge;
	}

	/** Numbers of CPUs, or {@code lcore@cpu}. */
	private static List<Lcore> lcores(Section root) {
		List<Lcore> lcores = new ArrayList<>();
		Set<Integer> ids = new HashSet<>();
		for (String element : root.texts("lcores")) {
			String[] parts = element.split("@", 2);
			int id = number(parts[0]);
			int cpu = number(parts[parts.length - 1]);
			if (id < 0 || id >= LCORES || cpu < 0 || cpu > MAX_CPU) {
				root.problem("lcores", "expected CPU numbers below " + LCORES + ", or lcore@cpu, found " + element);
			} else if (!ids.add(id)) {
				root.problem("lcores", "lcore " + id + " is given twice");
			} else {
				lcores.add(new Lcore(id, cpu));
			}
		}
		if (lcores.size() > MAX_WORKERS) {
			root.problem("lcores", lcores.size() + " workers: at most " + MAX_WORKERS);
		}
		return lcores;
	}

	private static int number(String text) {
		return text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : -1;
	}

	private static Memory memory(Section section) {
		Hugepages hugepages = Hugepages.valueOf(
				section.choice("hugepages", "auto", "always", "never").toUpperCase(Locale.ROOT));
		int mebibytes = (int) section.integer("mebibytes", 1024, 64, 1 << 20);
		section.finish();
		return new Memory(hugepages, mebibytes);
	}

	private List<InterfaceConfig> interfaces(Set<String> vrfs) {
		List<InterfaceConfig> interfaces = root.sections("interfaces").stream()
				.map(section -> InterfaceReader.read(section, vrfs))
				.toList();
		if (findings.problems.isEmpty()) {
			try {
				ConfigRules.checkAll(interfaces);
			} catch (DataplaneException refused) {
				root.problem("interfaces", refused.getMessage());
			}
		}
		return interfaces;
	}

	private static int routesMax(Section section) {
		long fit = Runtime.getRuntime().maxMemory() / HEAP_A_ROUTE;
		int routes = (int) section.integer("routes", Math.min(fit, MOST_ROUTES), 1, MOST_ROUTES);
		section.finish();
		return routes;
	}

	private static RpFilterChange rpFilter(Section section) {
		RpFilterChange change =
				new RpFilterChange(section.word("default", RpFilter.class), section.flag("defaultRouteCounts"), Map.of());
		section.finish();
		return change;
	}

	private static CacheChange cache(Section section) {
		CacheChange change = new CacheChange(
				section.word("mode", CacheMode.class),
				section.integer("entriesPerCore"),
				section.integer("ways"),
				section.integer("maxAgeSeconds"),
				section.number("insertProbability"),
				section.number("bypassBelowHitRate"));
		change.problems().forEach(section::problem);
		section.finish();
		return change;
	}

	private static int auditIntervalSeconds(Section section) {
		int seconds = (int) section.integer("intervalSeconds", 60, 0, 86_400);
		section.finish();
		return seconds;
	}

	private static Log log(Section section) {
		boolean json = section.choice("format", "text", "json").equals("json");
		String level = section.choice("level", "info", "error", "warn", "debug").toUpperCase(Locale.ROOT);
		section.finish();
		return new Log(json, level);
	}

	private List<String> unusedVariables() {
		return findings.environment.keySet().stream()
				.filter(name -> name.startsWith("SIGNALBOX_"))
				.filter(name -> !findings.variables.contains(name) && !OTHER_VARIABLES.contains(name))
				.sorted()
				.toList();
	}
}
