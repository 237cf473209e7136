package io.signalbox.store;

import io.signalbox.cache.CacheChange;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.RpFilterChange;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.route.RouteChanges;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a box is to be when it starts: the objects of the configuration file, and over them those that the API changed.
 *
 * @param distances of sources that have another than their default
 * @param vrfs besides the default one
 * @param routes of the file, static, a batch for each VRF; without them there is no start
 * @param storedRoutes static ones, a batch for each VRF
 */
public record Desired(
		RpFilterChange rpFilter,
		CacheChange cache,
		List<String> vrfs,
		List<Port> interfaces,
		Map<String, Integer> distances,
		List<StaticNeighbor> neighbors,
		List<RouteChanges> routes,
		List<RouteChanges> storedRoutes) {
	public Desired {
		vrfs = List.copyOf(vrfs);
		interfaces = List.copyOf(interfaces);
		distances = Map.copyOf(distances);
		neighbors = List.copyOf(neighbors);
		routes = List.copyOf(routes);
		storedRoutes = List.copyOf(storedRoutes);
	}

	public int routeCount() {
		return Stream.concat(routes.stream(), storedRoutes.stream()).mapToInt(RouteChanges::size).sum();
	}

	/**
	 * An interface.
	 *
	 * @param ofFile what the file alone says of it; without one that works there is no start
	 */
	public record Port(InterfaceConfig config, Optional<InterfaceConfig> ofFile) {}

	public record StaticNeighbor(String interfaceName, IpAddress address, MacAddress mac) {}
}
