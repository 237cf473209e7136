package io.signalbox.imports;

import io.signalbox.feed.ReadProgress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.FibChange;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.store.NoStore;
import io.signalbox.store.Problems;
import io.signalbox.store.StaticRoutes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;

/** Imports into a RIB that commits nothing before {@link #commit}; a body of these is one octet a route. */
final class ImportBox implements AutoCloseable {
	private final CountDownLatch mayCommit = new CountDownLatch(1);
	final Rib rib = new Rib(this::committed, new RibLimits(100));
	final Imports imports = new Imports(
			rib, new StaticRoutes(rib, new NoStore(), new Problems()), new Rollbacks(Optional.empty()));

	private long committed(FibChange change) {
		try {
			mayCommit.await();
			return 1;
		} catch (InterruptedException ended) {
			throw new IllegalStateException(ended);
		}
	}

	void commit() {
		mayCommit.countDown();
	}

	@Override
	public void close() {
		commit();
		rib.close();
	}

	static ImportRequest request(String source, boolean dryRun) {
		return new ImportRequest(
				RouteSource.named(source), "default", ImportFormat.TEXT, dryRun, 100, _ -> {}, OptionalLong.of(4));
	}

	static RouteChanges blackhole(String prefix) {
		RouteChanges routes = new RouteChanges();
		routes.announce(Prefix.parse(prefix), new Nexthop.Blackhole());
		return routes;
	}

	static Gathered read(InputStream body, ReadProgress progress) throws IOException {
		RouteChanges routes = new RouteChanges();
		for (int octet = body.read(); octet >= 0; octet = body.read()) {
			routes.announce(Prefix.parse("10." + octet + ".0.0/16"), new Nexthop.Blackhole());
			progress.at(routes.size(), routes.size());
		}
		return new Gathered(routes, new ReadingNotes(0, List.of()));
	}

	ImportResult run(String source, int... octets) throws IOException {
		byte[] body = new byte[octets.length];
		for (int at = 0; at < octets.length; at++) {
			body[at] = (byte) octets[at];
		}
		return imports.run(request(source, false), new ByteArrayInputStream(body), ImportBox::read);
	}

	/** Of the source {@code peer}. */
	ImportResult rollback() throws IOException {
		return imports.rollback(new ImportRequest(
				RouteSource.named("peer"), "default", ImportFormat.ROLLBACK, false, 0, _ -> {}, OptionalLong.empty()));
	}

	/** How many the source {@code peer} has. */
	int routes() {
		return rib.sources().join().stream()
				.filter(use -> use.source().name().equals("peer"))
				.mapToInt(use -> use.ipv4Routes())
				.sum();
	}
}
