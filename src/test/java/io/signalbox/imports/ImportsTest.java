package io.signalbox.imports;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.feed.ReadProgress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.Commit;
import io.signalbox.rib.FibChange;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import io.signalbox.rib.RibListener;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.store.NoStore;
import io.signalbox.store.Problems;
import io.signalbox.store.StaticRoutes;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An import from its begin to every end; a body of these is one octet a route. */
@Timeout(60)
class ImportsTest {
	private final CountDownLatch mayCommit = new CountDownLatch(1);
	private final Rib rib = new Rib(listener(), new RibLimits(100));
	private final Imports imports = new Imports(
			rib, new StaticRoutes(rib, new NoStore(), new Problems()), new Rollbacks(Optional.empty()));

	private RibListener listener() {
		return (FibChange change) -> {
			try {
				mayCommit.await();
				return 1;
			} catch (InterruptedException ended) {
				throw new IllegalStateException(ended);
			}
		};
	}

	@AfterEach
	void end() {
		mayCommit.countDown();
		rib.close();
	}

	private static ImportRequest request(String source, boolean dryRun) {
		return new ImportRequest(
				RouteSource.named(source), "default", ImportFormat.TEXT, dryRun, 100, _ -> {}, OptionalLong.of(4));
	}

	private static Gathered read(InputStream body, ReadProgress progress) throws IOException {
		RouteChanges routes = new RouteChanges();
		for (int octet = body.read(); octet >= 0; octet = body.read()) {
			routes.announce(Prefix.parse("10." + octet + ".0.0/16"), new Nexthop.Blackhole());
			progress.at(routes.size(), routes.size());
		}
		return new Gathered(routes, new ReadingNotes(0, List.of()));
	}

	private ImportResult run(String source, int... octets) throws IOException {
		byte[] body = new byte[octets.length];
		for (int at = 0; at < octets.length; at++) {
			body[at] = (byte) octets[at];
		}
		return imports.run(request(source, false), new ByteArrayInputStream(body), ImportsTest::read);
	}

	private ImportStatus status() {
		return imports.find("peer").orElseThrow();
	}

	private int routes() {
		return rib.sources().join().stream()
				.filter(use -> use.source().name().equals("peer"))
				.mapToInt(use -> use.ipv4Routes())
				.sum();
	}

	private CompletableFuture<ImportResult> start(InputStream body) {
		return CompletableFuture.supplyAsync(() -> {
			try {
				return imports.run(request("peer", false), body, ImportsTest::read);
			} catch (IOException broken) {
				throw new CompletionException(broken);
			} finally {
				assertFalse(Thread.interrupted(), "the reader's thread is left interrupted");
			}
		});
	}

	private void awaitBytes(long bytes) {
		await().until(() -> imports.find("peer").filter(status -> status.bytes() == bytes).isPresent());
	}

	@Test
	void aConditionThatDoesNotHoldStopsStaticRoutesAsWell() {
		mayCommit.countDown();
		rib.apply(RouteSource.STATIC, blackhole("10.1.0.0/16")).join();
		for (boolean dryRun : List.of(true, false)) {
			ImportRequest guarded = new ImportRequest(RouteSource.STATIC, "default", ImportFormat.TEXT, dryRun, 0, before -> {
				assertEquals(1, before.orElseThrow().ipv4Routes());
				throw new IllegalStateException("412");
			}, OptionalLong.empty());
			assertThrows(IllegalStateException.class, () -> imports.run(
					guarded, InputStream.nullInputStream(), (_, _) -> new Gathered(
							new RouteChanges(), new ReadingNotes(0, List.of()))));
		}
		assertTrue(rib.find("default", Prefix.parse("10.1.0.0/16")).join().isPresent());
	}

	private static RouteChanges blackhole(String prefix) {
		RouteChanges routes = new RouteChanges();
		routes.announce(Prefix.parse(prefix), new Nexthop.Blackhole());
		return routes;
	}

	@Test
	void whatAnImportCameToStaysReadable() throws IOException {
		mayCommit.countDown();
		assertEquals(Optional.empty(), imports.find("peer"));
		ImportResult result = run("peer", 1, 2, 3);
		assertEquals(3, result.replacement().commit().added());
		assertEquals(ImportState.DONE, status().state());
		assertEquals(Optional.of(result), status().result());
		assertEquals(3, status().bytes());
		assertEquals(3, status().records());
		assertEquals(3, status().routes());
		assertEquals(status().seconds(), status().seconds());
		assertFalse(imports.cancel("peer"));
	}

	@Test
	@DisplayName("while its body comes in it is shown, alone for its source, and cancelled though nothing more comes")
	void cancelledWhileReading() throws IOException {
		mayCommit.countDown();
		run("peer", 9);
		try (PipedOutputStream client = new PipedOutputStream()) {
			CompletableFuture<ImportResult> running = start(new PipedInputStream(client));
			client.write(new byte[] {1, 2});
			client.flush();
			awaitBytes(2);
			assertEquals(ImportState.READING, status().state());
			assertEquals(2, status().routes());
			assertThrows(ImportRunningException.class, () -> run("peer", 1));
			assertEquals(1, run("other", 1).replacement().commit().added());
			assertTrue(imports.cancel("peer"));
			CompletionException ended = assertThrows(CompletionException.class, running::join);
			assertEquals(ImportCancelledException.class, ended.getCause().getClass());
		}
		assertEquals(ImportState.CANCELLED, status().state());
		assertEquals(Optional.empty(), status().failure());
		assertFalse(imports.cancel("peer"));
		assertEquals(1, routes());
		assertEquals(2, run("peer", 1, 2).replacement().commit().added());
	}

	@Test
	void anImportThatIsBeingAppliedCannotBeCancelled() {
		CompletableFuture<ImportResult> running = start(new ByteArrayInputStream(new byte[] {1, 2}));
		await().until(() -> imports.find("peer").filter(status -> status.state() == ImportState.APPLYING).isPresent());
		assertFalse(imports.cancel("peer"));
		assertThrows(ImportRunningException.class, () -> run("peer", 1));
		mayCommit.countDown();
		assertEquals(2, running.join().replacement().commit().added());
		assertEquals(ImportState.DONE, status().state());
	}

	@Test
	void aBodyThatBreaksOffHasFailedAndChangesNothing() throws IOException {
		mayCommit.countDown();
		run("peer", 9);
		InputStream body = new ByteArrayInputStream(new byte[] {1, 2});
		assertThrows(EOFException.class, () -> imports.run(request("peer", false), body, (half, progress) -> {
			read(half, progress);
			throw new EOFException("the client is gone");
		}));
		assertEquals(ImportState.FAILED, status().state());
		assertEquals(
				Optional.of("the body did not come to its end: the client is gone"), status().failure());
		assertEquals(1, routes());
	}

	@Test
	void whatIsThrownWhileItRunsEndsIt() throws IOException {
		mayCommit.countDown();
		InputStream body = new ByteArrayInputStream(new byte[1]);
		assertThrows(OutOfMemoryError.class, () -> imports.run(request("peer", false), body, (read, progress) -> {
			throw new OutOfMemoryError("heap");
		}));
		assertEquals(Optional.of("heap"), status().failure());
		assertEquals(1, run("peer", 1).replacement().commit().added());
	}

	@Test
	void aDryRunChangesNothing() throws IOException {
		mayCommit.countDown();
		InputStream body = new ByteArrayInputStream(new byte[] {1, 2});
		assertEquals(2, imports.run(request("peer", true), body, ImportsTest::read).replacement().commit().added());
		assertEquals(0, routes());
	}

	private ImportResult rollback() throws IOException {
		return imports.rollback(new ImportRequest(
				RouteSource.named("peer"), "default", ImportFormat.ROLLBACK, false, 0, _ -> {}, OptionalLong.empty()));
	}

	@Test
	void aRollbackPutsBackWhatWasBeforeAndTheNextOneGoesForward() throws IOException {
		mayCommit.countDown();
		assertThrows(NoRollbackException.class, this::rollback);
		run("peer", 1, 2);
		run("peer", 2, 3, 4);
		run("peer", 2, 3, 4);
		assertThrows(OutOfMemoryError.class, () -> imports.run(request("peer", false), null, (body, progress) -> {
			throw new OutOfMemoryError("heap");
		}));
		assertEquals(new Commit(1, 0, 2, 1, 1), rollback().replacement().commit());
		assertEquals(2, routes());
		assertEquals(ImportFormat.ROLLBACK, status().request().format());
		assertEquals(2, status().routes());
		assertEquals(new Commit(2, 0, 1, 1, 1), rollback().replacement().commit());
		assertEquals(3, routes());
	}

	@Test
	void beforeItsFirstReplacementASourceSaidNothing() throws IOException {
		mayCommit.countDown();
		run("peer", 1, 2);
		assertEquals(2, rollback().replacement().commit().removed());
		assertEquals(2, rollback().replacement().commit().added());
	}

	@Test
	void theOldestThatAreOverAreForgotten() throws IOException {
		mayCommit.countDown();
		run("peer", 1);
		for (int other = 0; other < 255; other++) {
			run("other" + other, 1);
		}
		assertTrue(imports.find("peer").isPresent());
		run("one-more", 1);
		assertTrue(imports.find("peer").isEmpty());
		assertTrue(imports.find("other0").isPresent());
		assertTrue(imports.find("one-more").isPresent());
	}
}
