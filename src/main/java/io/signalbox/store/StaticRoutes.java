package io.signalbox.store;

import io.signalbox.rib.Candidate;
import io.signalbox.rib.Commit;
import io.signalbox.rib.Exchange;
import io.signalbox.rib.Precondition;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RouteWrite;
import io.signalbox.rib.SourceUse;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Route;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Writes to the RIB that outlive the box: those of the source {@code static}, and of the sources' distances. Routes of
 * other sources are their feeds' to say again.
 */
@Singleton
public final class StaticRoutes {
	private static final RouteSource STATIC = RouteSource.STATIC;

	private final Rib rib;
	private final Store store;
	private final Problems problems;

	public StaticRoutes(Rib rib, Store store, Problems problems) {
		this.rib = rib;
		this.store = store;
		this.problems = problems;
	}

	/** A change to one prefix, where a condition holds of it just before. */
	public RouteWrite apply(RouteChanges one, Precondition precondition) {
		RouteWrite write = store.write(Lane.ROUTES, () -> {
			RouteWrite applied = done(rib.apply(STATIC, one, precondition));
			return new Applied<>(applied, rows -> keep(rows, one), () -> {
				RouteChanges back = new RouteChanges(one.vrf());
				applied.before().flatMap(routes -> routes.of(STATIC.name())).ifPresentOrElse(
						was -> announce(back, was), () -> back.withdraw(one.prefix(0)));
				done(rib.apply(STATIC, back));
			});
		});
		problems.solved(Kind.ROUTE, StoredRoute.key(one.vrf(), one.prefix(0)));
		return write;
	}

	/** All of the changes or none. */
	public Commit apply(RouteChanges changes) {
		return store.write(Lane.ROUTES, () -> {
			RouteChanges before = routes(changes.vrf());
			Commit commit = done(rib.apply(STATIC, changes));
			return new Applied<>(commit, rows -> keep(rows, changes), () -> done(rib.replace(STATIC, before, false, 0)));
		});
	}

	/** Changes that stand alone, each with its commit or the exception that stopped it; all in one VRF. */
	public SortedMap<Long, CompletableFuture<Commit>> applyEach(String vrf, SortedMap<Long, RouteChanges> changes) {
		return store.write(Lane.ROUTES, () -> {
			RouteChanges before = routes(vrf);
			SortedMap<Long, CompletableFuture<Commit>> commits = new TreeMap<>();
			changes.forEach((index, one) -> commits.put(index, rib.apply(STATIC, one)));
			CompletableFuture.allOf(commits.values().toArray(CompletableFuture[]::new)).exceptionally(_ -> null).join();
			return new Applied<>(commits, rows -> changes.forEach((index, one) -> {
				if (!commits.get(index).isCompletedExceptionally()) {
					keep(rows, one);
				}
			}), () -> done(rib.replace(STATIC, before, false, 0)));
		});
	}

	/** These and no others, where a condition holds of the source just before. */
	public Exchange replace(RouteChanges routes, Consumer<Optional<SourceUse>> precondition) {
		return store.write(Lane.ROUTES, () -> {
			Exchange exchange = done(rib.exchange(STATIC, routes, precondition));
			return new Applied<>(exchange, rows -> {
				rows.deleteUnder(Kind.ROUTE, routes.vrf() + "/");
				keep(rows, routes);
			}, () -> done(rib.replace(STATIC, exchange.before(), false, 0)));
		});
	}

	/** None any more, in no VRF. */
	public Commit removeAll(Consumer<SourceUse> precondition) {
		return store.write(Lane.ROUTES, () -> {
			List<RouteChanges> before = done(rib.vrfs()).stream().map(vrf -> routes(vrf.name())).toList();
			Commit commit = done(rib.removeSource(STATIC.name(), precondition));
			return new Applied<>(
					commit,
					rows -> before.forEach(routes -> rows.deleteUnder(Kind.ROUTE, routes.vrf() + "/")),
					() -> before.forEach(routes -> done(rib.replace(STATIC, routes, false, 0))));
		});
	}

	/** Of any source. */
	public Commit setDistance(String source, int distance, Consumer<SourceUse> precondition) {
		return store.write(Lane.ROUTES, () -> {
			AtomicReference<SourceUse> was = new AtomicReference<>();
			Commit commit = done(rib.setDistance(source, distance, before -> {
				precondition.accept(before);
				was.set(before);
			}));
			return new Applied<>(
					commit,
					rows -> rows.put(Kind.ROUTE_SOURCE, source, Json.of(Map.of("distance", distance))),
					() -> done(rib.setDistance(source, was.get().source().distance(), _ -> {})));
		});
	}

	private static void keep(Rows rows, RouteChanges changes) {
		Map<StoredRoute, String> known = new HashMap<>();
		List<Nexthop> nexthops = changes.nexthops();
		for (int at = 0; at < changes.size(); at++) {
			String key = StoredRoute.key(changes.vrf(), changes.prefix(at));
			if (changes.isWithdraw(at)) {
				rows.delete(Kind.ROUTE, key);
			} else {
				StoredRoute route =
						new StoredRoute(nexthops.get(changes.nexthop(at)), changes.metric(at), changes.distance(at));
				rows.put(Kind.ROUTE, key, known.computeIfAbsent(route, StoredRoute::json));
			}
		}
	}

	/** All static routes of a VRF, as they are to be put back. */
	private RouteChanges routes(String vrf) {
		return done(rib.routes(STATIC.name(), vrf));
	}

	private static void announce(RouteChanges changes, Candidate candidate) {
		Route route = candidate.route();
		boolean own = route.distance() != route.source().distance();
		changes.announce(route.prefix(), route.nexthop(), route.metric(),
				own ? route.distance() : RouteChanges.SOURCE_DISTANCE);
	}

	/** Waits for the RIB; throws what stopped it. */
	private static <T> T done(CompletableFuture<T> change) {
		try {
			return change.join();
		} catch (CompletionException failed) {
			throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
		}
	}
}
