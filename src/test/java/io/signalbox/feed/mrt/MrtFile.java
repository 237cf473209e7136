package io.signalbox.feed.mrt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads files as tests want them. */
final class MrtFile {
	static final MrtRoutes.Choice BEST = new MrtRoutes.Choice("default", Optional.empty(), NexthopMap.NONE, false);
	static final MrtRoutes.Choice PARTIAL = new MrtRoutes.Choice("default", Optional.empty(), NexthopMap.NONE, true);

	private MrtFile() {}

	static MrtRoutes.Choice peer(String address) {
		return new MrtRoutes.Choice("default", Optional.of(IpAddress.parse(address)), NexthopMap.NONE, false);
	}

	static MrtRoutes read(MrtWriter file) throws IOException {
		return read(file.stream(), BEST);
	}

	static MrtRoutes read(InputStream file, MrtRoutes.Choice choice) throws IOException {
		return MrtRoutes.read(file, choice, (records, routes) -> {});
	}

	static Map<Prefix, Nexthop> routes(MrtWriter file) throws IOException {
		return routes(file.stream(), BEST);
	}

	static Map<Prefix, Nexthop> routes(InputStream file, MrtRoutes.Choice choice) throws IOException {
		return routes(read(file, choice));
	}

	/** Each prefix is there once. */
	static Map<Prefix, Nexthop> routes(MrtRoutes file) {
		RouteChanges changes = file.routes();
		Map<Prefix, Nexthop> routes = new HashMap<>();
		for (int at = 0; at < changes.size(); at++) {
			routes.put(changes.prefix(at), changes.nexthops().get(changes.nexthop(at)));
		}
		assertEquals(changes.size(), routes.size());
		return routes;
	}

	/** Routes in the text form {@code prefix nexthop}. */
	static Map<Prefix, Nexthop> said(String... routes) {
		Map<Prefix, Nexthop> said = new HashMap<>();
		for (String route : routes) {
			String[] parts = route.split(" ", -1);
			said.put(Prefix.parse(parts[0]), new Nexthop.Via(IpAddress.parse(parts[1])));
		}
		return said;
	}
}
