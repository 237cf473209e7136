package io.signalbox.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.signalbox.config.Configuration;
import io.signalbox.config.StaticRoute;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.interfaces.ConfigRules;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Route;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.store.Desired.Port;
import io.signalbox.store.Desired.StaticNeighbor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Lays the stored objects over those of the configuration file. Of an object both have, the stored one holds; what cannot
 * be read, or cannot be beside the others, is noted among the problems and left out.
 */
public final class StoredConfiguration {
	private final Configuration file;
	private final Problems problems;
	private final Map<String, Map<String, String>> interfaces = new TreeMap<>();
	private final Set<String> deletedInterfaces = new HashSet<>();
	private final Map<String, String> settings = new HashMap<>();
	private final Map<String, Integer> distances = new LinkedHashMap<>();
	private final List<StaticNeighbor> neighbors = new ArrayList<>();
	private final Map<String, RouteChanges> routes = new LinkedHashMap<>();
	/** False where the API deleted it. */
	private final Map<String, Boolean> vrfs = new LinkedHashMap<>();
	private final Set<String> routeKeys = new HashSet<>();
	/** Many routes say the same. */
	private final Map<String, StoredRoute> known = new HashMap<>();

	private StoredConfiguration(Configuration file, Problems problems) {
		this.file = file;
		this.problems = problems;
	}

	public static Desired desired(Configuration file, Store store, Problems problems) {
		StoredConfiguration stored = new StoredConfiguration(file, problems);
		store.forEach(stored::add);
		return stored.desired();
	}

	private void add(StoredObject stored) {
		try {
			switch (stored.object().kind()) {
				case INTERFACE -> addInterface(stored.object().key(), stored.json());
				case NEIGHBOR -> addNeighbor(stored.object().key(), Json.parse(stored.json().orElseThrow()));
				case ROUTE -> addRoute(stored.object().key(), stored.json());
				case ROUTE_SOURCE -> addSource(stored.object().key(), Json.parse(stored.json().orElseThrow()));
				case SETTING -> settings.put(stored.object().key(), stored.json().orElseThrow());
				case VRF -> vrfs.put(stored.object().key(), stored.json().isPresent());
			}
		} catch (IllegalArgumentException unreadable) {
			problems.add(stored.object(), unreadable.getMessage());
		}
	}

	private void addInterface(String key, Optional<String> json) {
		int slash = key.indexOf('/');
		if (slash < 0) {
			deletedInterfaces.add(key);
		} else {
			interfaces.computeIfAbsent(key.substring(0, slash), _ -> new LinkedHashMap<>())
					.put(key.substring(slash + 1), json.orElseThrow());
		}
	}

	private void addNeighbor(String key, JsonNode value) {
		int slash = key.indexOf('/');
		IpAddress address = IpAddress.parse(key.substring(slash + 1));
		MacAddress mac = MacAddress.parse(Json.text(value.get("mac"), "mac"));
		neighbors.add(new StaticNeighbor(key.substring(0, slash), address, mac));
	}

	private void addSource(String key, JsonNode value) {
		distances.put(key, new RouteSource(key, Json.integer(value.get("distance"), "distance")).distance());
	}

	private void addRoute(String key, Optional<String> json) {
		int slash = key.indexOf('/');
		Prefix prefix = Prefix.parse(key.substring(slash + 1));
		if (json.isPresent()) {
			StoredRoute route = known.computeIfAbsent(json.get(), StoredRoute::parse);
			routes.computeIfAbsent(key.substring(0, slash), vrf -> new RouteChanges(vrf))
					.announce(prefix, route.nexthop(), route.metric(), route.distance());
		}
		routeKeys.add(key);
	}

	private Desired desired() {
		StoredSettings over = new StoredSettings(settings, problems);
		return new Desired(
				over.over(file.rpFilter()),
				over.over(file.cache()),
				vrfs(),
				ports(),
				distances,
				neighbors,
				routesOfFile(),
				List.copyOf(routes.values()));
	}

	private List<String> vrfs() {
		Set<String> names = new LinkedHashSet<>(file.vrfs());
		vrfs.forEach((name, isThere) -> {
			if (isThere) {
				names.add(name);
			} else {
				names.remove(name);
			}
		});
		return List.copyOf(names);
	}

	/** Those of a VRF that the API deleted went with it. */
	private List<RouteChanges> routesOfFile() {
		Map<String, RouteChanges> changes = new LinkedHashMap<>();
		for (StaticRoute configured : file.routes()) {
			Route route = configured.route();
			if (!routeKeys.contains(StoredRoute.key(configured.vrf(), route.prefix()))) {
				changes.computeIfAbsent(configured.vrf(), vrf -> new RouteChanges(vrf))
						.announce(route.prefix(), route.nexthop(), route.metric(), route.distance());
			}
		}
		return List.copyOf(changes.values());
	}

	/** The file's interfaces in its order, then those that the API added. */
	private List<Port> ports() {
		Map<String, Port> ports = new LinkedHashMap<>();
		for (InterfaceConfig config : file.interfaces()) {
			if (!deletedInterfaces.contains(config.name())) {
				ports.put(config.name(), new Port(config, Optional.of(config)));
			}
		}
		Map<String, Port> overlays = overlays(ports);
		Map<String, Port> all = new LinkedHashMap<>(ports);
		all.putAll(overlays);
		return List.copyOf((refusal(all).isEmpty() ? all : asManyAsFit(ports, overlays)).values());
	}

	private Map<String, Port> overlays(Map<String, Port> ports) {
		Map<String, Port> overlays = new LinkedHashMap<>();
		interfaces.forEach((name, members) -> {
			Optional<InterfaceConfig> ofFile = Optional.ofNullable(ports.get(name)).flatMap(Port::ofFile);
			try {
				overlays.put(name, new Port(StoredInterface.overlaid(name, ofFile, members), ofFile));
			} catch (IllegalArgumentException unreadable) {
				problems.add(new ObjectKey(Kind.INTERFACE, name), unreadable.getMessage());
			}
		});
		return overlays;
	}

	/** The file has been changed so that not all can be beside each other: one after the other, as long as one fits. */
	private Map<String, Port> asManyAsFit(Map<String, Port> ports, Map<String, Port> overlays) {
		Map<String, Port> fitting = new LinkedHashMap<>(ports);
		for (boolean goesOn = true; goesOn;) {
			goesOn = overlays.entrySet().removeIf(overlay -> {
				Map<String, Port> with = new LinkedHashMap<>(fitting);
				with.put(overlay.getKey(), overlay.getValue());
				boolean fits = refusal(with).isEmpty();
				if (fits) {
					fitting.putAll(with);
				}
				return fits;
			});
		}
		overlays.forEach((name, port) -> {
			Map<String, Port> with = new LinkedHashMap<>(fitting);
			with.put(name, port);
			problems.add(new ObjectKey(Kind.INTERFACE, name), refusal(with).orElseThrow());
		});
		return fitting;
	}

	/** Why these cannot be beside each other; empty when they can. */
	private static Optional<String> refusal(Map<String, Port> ports) {
		try {
			ConfigRules.checkAll(ports.values().stream().map(Port::config).toList());
			return Optional.empty();
		} catch (DataplaneException refused) {
			return Optional.of(refused.getMessage());
		}
	}
}
