package io.signalbox.store;

import io.signalbox.rib.Rib;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Writes to the RIB's VRFs that outlive the box. */
@Singleton
public final class StoredVrfs {
	private final Rib rib;
	private final Store store;
	private final Problems problems;

	public StoredVrfs(Rib rib, Store store, Problems problems) {
		this.rib = rib;
		this.store = store;
		this.problems = problems;
	}

	/** False when it is there already. */
	public boolean add(String name) {
		boolean added = store.write(Lane.ROUTES, () -> {
			boolean isNew = done(rib.addVrf(name));
			return new Applied<>(isNew, rows -> rows.put(Kind.VRF, name, "{}"), () -> {
				if (isNew) {
					done(rib.removeVrf(name));
				}
			});
		});
		problems.solved(Kind.VRF, name);
		return added;
	}

	/** With its static routes. Should it have to be put back, routes of other sources are theirs to say again. */
	public void remove(String name) {
		store.write(Lane.ROUTES, () -> {
			RouteChanges before = done(rib.routes(RouteSource.STATIC.name(), name));
			done(rib.removeVrf(name));
			return new Applied<>(name, rows -> {
				rows.delete(Kind.VRF, name);
				rows.deleteUnder(Kind.ROUTE, name + "/");
			}, () -> {
				done(rib.addVrf(name));
				done(rib.replace(RouteSource.STATIC, before, false, 0));
			});
		});
	}

	private static <T> T done(CompletableFuture<T> change) {
		try {
			return change.join();
		} catch (CompletionException failed) {
			throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
		}
	}
}
