package io.signalbox.rib;

import io.signalbox.net.Prefix;
import java.util.List;
import java.util.Optional;

/** Part of a listing in order (IPv4 first, then by address, then by length); {@code next} continues it, if it goes on. */
public record RoutePage(List<PrefixRoutes> routes, Optional<Prefix> next) {
	public RoutePage {
		routes = List.copyOf(routes);
	}
}
