package io.signalbox.rib;

import io.signalbox.net.Family;
import io.signalbox.net.Prefix;
import java.util.Optional;

/** Which prefixes a listing shows: of a family, with a route of a source, within a prefix (itself included). */
public record RouteFilter(Optional<Family> family, Optional<String> source, Optional<Prefix> within) {
	public static final RouteFilter ALL = new RouteFilter(Optional.empty(), Optional.empty(), Optional.empty());
}
