package io.signalbox.imports;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.Prefix;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An import from its begin to every end. */
@Timeout(60)
class ImportsTest {
	private final ImportBox box = new ImportBox();
	private final Imports imports = box.imports;

	@AfterEach
	void end() {
		box.close();
	}

	private ImportStatus status() {
		return imports.find("peer").orElseThrow();
	}

	private CompletableFuture<ImportResult> start(InputStream body) {
		return CompletableFuture.supplyAsync(() -> {
			try {
				return imports.run(ImportBox.request("peer", false), body, ImportBox::read);
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
		box.commit();
		box.rib.apply(RouteSource.STATIC, ImportBox.blackhole("10.1.0.0/16")).join();
		for (boolean dryRun : List.of(true, false)) {
			ImportRequest guarded = new ImportRequest(RouteSource.STATIC, "default", ImportFormat.TEXT, dryRun, 0, before -> {
				assertEquals(1, before.orElseThrow().ipv4Routes());
				throw new IllegalStateException("412");
			}, OptionalLong.empty());
			assertThrows(IllegalStateException.class, () -> imports.run(
					guarded, InputStream.nullInputStream(), (_, _) -> new Gathered(
							new RouteChanges(), new ReadingNotes(0, List.of()))));
		}
		assertTrue(box.rib.find("default", Prefix.parse("10.1.0.0/16")).join().isPresent());
	}

	@Test
	void whatAnImportCameToStaysReadable() throws IOException {
		box.commit();
		assertEquals(Optional.empty(), imports.find("peer"));
		ImportResult result = box.run("peer", 1, 2, 3);
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
		box.commit();
		box.run("peer", 9);
		try (PipedOutputStream client = new PipedOutputStream()) {
			CompletableFuture<ImportResult> running = start(new PipedInputStream(client));
			client.write(new byte[] {1, 2});
			client.flush();
			awaitBytes(2);
			assertEquals(ImportState.READING, status().state());
			assertEquals(2, status().routes());
			assertThrows(ImportRunningException.class, () -> box.run("peer", 1));
			assertEquals(1, box.run("other", 1).replacement().commit().added());
			assertTrue(imports.cancel("peer"));
			CompletionException ended = assertThrows(CompletionException.class, running::join);
			assertEquals(ImportCancelledException.class, ended.getCause().getClass());
		}
		assertEquals(ImportState.CANCELLED, status().state());
		assertEquals(Optional.empty(), status().failure());
		assertFalse(imports.cancel("peer"));
		assertEquals(1, box.routes());
		assertEquals(2, box.run("peer", 1, 2).replacement().commit().added());
	}

	@Test
	void anImportThatIsBeingAppliedCannotBeCancelled() {
		CompletableFuture<ImportResult> running = start(new ByteArrayInputStream(new byte[] {1, 2}));
		await().until(() -> imports.find("peer").filter(status -> status.state() == ImportState.APPLYING).isPresent());
		assertFalse(imports.cancel("peer"));
		assertThrows(ImportRunningException.class, () -> box.run("peer", 1));
		box.commit();
		assertEquals(2, running.join().replacement().commit().added());
		assertEquals(ImportState.DONE, status().state());
	}

	@Test
	void aBodyThatBreaksOffHasFailedAndChangesNothing() throws IOException {
		box.commit();
		box.run("peer", 9);
		InputStream body = new ByteArrayInputStream(new byte[] {1, 2});
		assertThrows(EOFException.class, () -> imports.run(ImportBox.request("peer", false), body, (half, progress) -> {
			ImportBox.read(half, progress);
			throw new EOFException("the client is gone");
		}));
		assertEquals(ImportState.FAILED, status().state());
		assertEquals(
				Optional.of("the body did not come to its end: the client is gone"), status().failure());
		assertEquals(1, box.routes());
	}

	@Test
	void whatIsThrownWhileItRunsEndsIt() throws IOException {
		box.commit();
		InputStream body = new ByteArrayInputStream(new byte[1]);
		assertThrows(OutOfMemoryError.class, () -> imports.run(ImportBox.request("peer", false), body, (read, progress) -> {
			throw new OutOfMemoryError("heap");
		}));
		assertEquals(Optional.of("heap"), status().failure());
		assertEquals(1, box.run("peer", 1).replacement().commit().added());
	}

	@Test
	void aDryRunChangesNothing() throws IOException {
		box.commit();
		InputStream body = new ByteArrayInputStream(new byte[] {1, 2});
		assertEquals(2, imports.run(ImportBox.request("peer", true), body, ImportBox::read).replacement().commit().added());
		assertEquals(0, box.routes());
	}

	@Test
	void theOldestThatAreOverAreForgotten() throws IOException {
		box.commit();
		box.run("peer", 1);
		for (int other = 0; other < 255; other++) {
			box.run("other" + other, 1);
		}
		assertTrue(imports.find("peer").isPresent());
		box.run("one-more", 1);
		assertTrue(imports.find("peer").isEmpty());
		assertTrue(imports.find("other0").isPresent());
		assertTrue(imports.find("one-more").isPresent());
	}
}
