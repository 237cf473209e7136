package io.signalbox.lifecycle;

import io.signalbox.cache.CacheChange;
import io.signalbox.cache.RouteCache;
import io.signalbox.config.Configuration;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.neighbors.Neighbors;
import io.signalbox.rib.Rib;
import io.signalbox.rib.UnknownSourceException;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.store.Desired;
import io.signalbox.store.Desired.Port;
import io.signalbox.store.Kind;
import io.signalbox.store.ObjectKey;
import io.signalbox.store.Problems;
import java.util.List;
import java.util.concurrent.CompletionException;

/**
 * Gives the box the objects that it is to have. What the configuration file wants and cannot be had ends the start; a
 * stored object that cannot be had is noted among the problems, and the file's is taken in its place.
 */
final class DesiredObjects {
	/** Routes of a VRF that are named when they cannot be had; of more it is told how many. */
	private static final int NAMED_ROUTES = 20;

	private final Desired desired;
	private final CacheChange cacheOfFile;
	private final List<String> vrfsOfFile;
	private final Interfaces interfaces;
	private final Neighbors neighbors;
	private final Rib rib;
	private final RouteCache cache;
	private final Problems problems;

	DesiredObjects(Desired desired, Configuration file, Interfaces interfaces, Neighbors neighbors, Rib rib,
			RouteCache cache, Problems problems) {
		this.desired = desired;
		this.cacheOfFile = file.cache();
		this.vrfsOfFile = file.vrfs();
		this.interfaces = interfaces;
		this.neighbors = neighbors;
		this.rib = rib;
		this.cache = cache;
		this.problems = problems;
	}

	Desired desired() {
		return desired;
	}

	void setRpFilter() {
		interfaces.changeRpFilter(desired.rpFilter(), _ -> {});
	}

	void setCache() {
		try {
			cache.change(desired.cache(), _ -> {});
		} catch (DataplaneException refused) {
			if (desired.cache().equals(cacheOfFile)) {
				throw refused.reason() == Reason.NO_CAPACITY
						? new StartException(refused.getMessage() + "; lower cache.entriesPerCore")
						: refused;
			}
			problems.add(new ObjectKey(Kind.SETTING, "cache"), refused.getMessage());
			cache.change(cacheOfFile, _ -> {});
		}
	}

	void addVrfs() {
		desired.vrfs().forEach(name -> {
			try {
				rib.addVrf(name).join();
			} catch (CompletionException failed) {
				if (vrfsOfFile.contains(name)) {
					throw new StartException("vrfs: " + failed.getCause().getMessage());
				}
				problems.add(new ObjectKey(Kind.VRF, name), failed.getCause().getMessage());
			}
		});
	}

	void addInterface(Port port) {
		try {
			interfaces.add(port.config());
		} catch (DataplaneException refused) {
			if (port.ofFile().filter(port.config()::equals).isPresent()) {
				throw refused;
			}
			problems.add(new ObjectKey(Kind.INTERFACE, port.config().name()), refused.getMessage());
			port.ofFile().ifPresent(interfaces::add);
		}
	}

	void setNeighbors() {
		desired.neighbors().forEach(each -> {
			try {
				neighbors.set(each.interfaceName(), each.address(), each.mac(), _ -> {});
			} catch (DataplaneException refused) {
				problems.add(
						new ObjectKey(Kind.NEIGHBOR, each.interfaceName() + "/" + each.address()), refused.getMessage());
			}
		});
	}

	/** A source that has not come yet is made known, so that it has its distance when it comes. */
	void setDistances() {
		desired.distances().forEach((source, distance) -> {
			try {
				rib.setDistance(source, distance, _ -> {}).join();
			} catch (CompletionException failed) {
				if (!(failed.getCause() instanceof UnknownSourceException)) {
					throw failed;
				}
				rib.apply(new RouteSource(source, distance), new RouteChanges()).join();
			}
		});
	}

	void announceRoutes() {
		try {
			desired.routes().forEach(routes -> rib.apply(RouteSource.STATIC, routes).join());
		} catch (CompletionException failed) {
			throw new StartException("routes: " + failed.getCause().getMessage());
		}
		desired.storedRoutes().forEach(routes -> {
			int refused = announce(routes, 0, routes.size(), 0);
			if (refused > NAMED_ROUTES) {
				problems.add(new ObjectKey(Kind.ROUTE, routes.vrf()),
						(refused - NAMED_ROUTES) + " more routes are not in effect");
			}
		});
	}

	/** All from one to another, or, where that is refused, each half by itself; returns how many were refused so far. */
	private int announce(RouteChanges routes, int from, int to, int refused) {
		if (from == to) {
			return refused;
		}
		if (refused >= NAMED_ROUTES) {
			return refused + to - from;
		}
		try {
			rib.apply(RouteSource.STATIC, routes.part(from, to)).join();
			return refused;
		} catch (CompletionException failed) {
			if (to - from > 1) {
				int middle = (from + to) >>> 1;
				return announce(routes, middle, to, announce(routes, from, middle, refused));
			}
			problems.add(new ObjectKey(Kind.ROUTE, routes.vrf() + "/" + routes.prefix(from)), failed.getCause().getMessage());
			return refused + 1;
		}
	}
}
