package io.signalbox.imports;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.Prefix;
import io.signalbox.rib.Commit;
import io.signalbox.route.RouteSource;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a replacement leads back to. */
@Timeout(60)
class ImportRollbackTest {
	private static final RouteSource PEER = RouteSource.named("peer");

	private final ImportBox box = new ImportBox();

	@AfterEach
	void end() {
		box.close();
	}

	@Test
	@DisplayName("a change that comes while a replacement waits is either in what it leads back to, or after it")
	void noChangeIsLostBetween() throws IOException {
		CompletableFuture<Commit> first = box.rib.apply(PEER, ImportBox.blackhole("10.1.0.0/16"));
		CompletableFuture<ImportResult> replacement = CompletableFuture.supplyAsync(() -> {
			try {
				return box.run("peer", 9);
			} catch (IOException broken) {
				throw new CompletionException(broken);
			}
		});
		await().until(() -> box.imports.find("peer").filter(job -> job.state() == ImportState.APPLYING).isPresent());
		CompletableFuture<Commit> between = box.rib.apply(PEER, ImportBox.blackhole("10.2.0.0/16"));
		box.commit();
		CompletableFuture.allOf(first, replacement, between).join();
		boolean after = has("10.2.0.0/16");
		box.rollback();
		assertTrue(has("10.1.0.0/16"));
		assertTrue(after || has("10.2.0.0/16"));
	}

	private boolean has(String prefix) {
		return box.rib.find("default", Prefix.parse(prefix)).join().isPresent();
	}

	@Test
	void aRollbackPutsBackWhatWasBeforeAndTheNextOneGoesForward() throws IOException {
		box.commit();
		assertThrows(NoRollbackException.class, box::rollback);
		box.run("peer", 1, 2);
		box.run("peer", 2, 3, 4);
		box.run("peer", 2, 3, 4);
		assertThrows(OutOfMemoryError.class, () -> box.imports.run(ImportBox.request("peer", false), null, (body, progress) -> {
			throw new OutOfMemoryError("heap");
		}));
		assertEquals(new Commit(1, 0, 2, 1, 1), box.rollback().replacement().commit());
		assertEquals(2, box.routes());
		assertEquals(ImportFormat.ROLLBACK, box.imports.find("peer").orElseThrow().request().format());
		assertEquals(2, box.imports.find("peer").orElseThrow().routes());
		assertEquals(new Commit(2, 0, 1, 1, 1), box.rollback().replacement().commit());
		assertEquals(3, box.routes());
	}

	@Test
	void beforeItsFirstReplacementASourceSaidNothing() throws IOException {
		box.commit();
		box.run("peer", 1, 2);
		assertEquals(2, box.rollback().replacement().commit().removed());
		assertEquals(2, box.rollback().replacement().commit().added());
	}
}
