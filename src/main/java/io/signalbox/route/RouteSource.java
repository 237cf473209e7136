package io.signalbox.route;

import io.signalbox.net.Name;
import io.signalbox.net.Shown;
import java.util.List;

/**
 * Who says a route, and how far that is trusted: of two sources with a route to one prefix the one with the
 * smaller {@code distance} wins, 0 to 255. Two sources are the same when their names are.
 */
public record RouteSource(String name, int distance) {
	public static final RouteSource CONNECTED = new RouteSource("connected", 0);
	public static final RouteSource STATIC = new RouteSource("static", 1);
	public static final RouteSource KERNEL = new RouteSource("kernel", 10);
	public static final RouteSource FPM = new RouteSource("fpm", 20);
	public static final RouteSource MRT = new RouteSource("mrt", 200);

	/** The largest distance, and the least trusted source. */
	public static final int MAX_DISTANCE = 255;

	private static final int DEFAULT_DISTANCE = 200;
	private static final List<RouteSource> KNOWN = List.of(CONNECTED, STATIC, KERNEL, FPM, MRT);

	public RouteSource {
		if (!Name.isValid(name)) {
			throw new IllegalArgumentException(Shown.quoted(name) + " is not a source name: " + Name.RULE);
		}
		if (distance < 0 || distance > MAX_DISTANCE) {
			throw new IllegalArgumentException("distance " + distance + " of " + name + " is not within 0 to 255");
		}
	}

	/** The source of that name with its default distance: the known ones have their own, all others 200. */
	public static RouteSource named(String name) {
		for (RouteSource known : KNOWN) {
			if (known.name.equals(name)) {
				return known;
			}
		}
		return new RouteSource(name, DEFAULT_DISTANCE);
	}

	@Override
	public String toString() {
		return name;
	}
}
