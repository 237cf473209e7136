package io.signalbox.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.store.StoreException.Reason;
import io.signalbox.store.StoreStatus.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SqliteStoreTest {
	@TempDir
	Path folder;

	private StateDirectory directory;
	private Store store;

	/** What stands for the box. */
	private final ConcurrentHashMap<String, String> box = new ConcurrentHashMap<>();

	private void open(Path path, Schema schema) {
		directory = StateDirectory.open(path);
		store = new StoreFolder(directory, schema, GivenObjects.NONE).open();
	}

	private void open() {
		open(folder, Schema.CURRENT);
	}

	@AfterEach
	void close() {
		if (store != null) {
			store.close();
		}
		if (directory != null) {
			directory.close();
		}
	}

	private void put(String key, String value) {
		store.write(Lane.ROUTES, () -> {
			String was = box.put(key, value);
			return new Applied<>(key, rows -> rows.put(Kind.ROUTE, key, Json.of(value)), () -> {
				if (was == null) {
					box.remove(key);
				} else {
					box.put(key, was);
				}
			});
		});
	}

	private List<String> stored() {
		List<String> all = new ArrayList<>();
		store.forEach(each -> all.add(each.object() + "=" + each.json().orElse("deleted")));
		return all;
	}

	@Test
	void whatWasAnsweredIsThereAfterwards() {
		open();
		put("b", "1");
		put("a", "2");
		put("b", "3");
		close();
		open();
		assertEquals(List.of("route a=\"2\"", "route b=\"3\""), stored());
		assertEquals(State.WRITABLE, store.status().state());
		assertEquals(Optional.empty(), store.status().problem());
	}

	@Test
	void pagesGoOnWhereTheOneBeforeEnded() {
		open();
		IntStream.range(10, 20).forEach(at -> put("r" + at, "x"));
		store.rewrite(rows -> {
			rows.put(Kind.SETTING, "cache.mode", "\"on\"");
			return null;
		});
		List<StoredObject> first = store.page(Optional.empty(), Optional.empty(), 6);
		List<StoredObject> second = store.page(Optional.empty(), Optional.of(first.getLast().object()), 6);
		assertEquals(6, first.size());
		assertEquals(5, second.size());
		assertEquals(Kind.SETTING, second.getLast().object().kind());
		assertEquals(4, store.page(Optional.of(Kind.ROUTE), Optional.of(first.getLast().object()), 6).size());
	}

	@Test
	void manyWritersShareACommit() throws InterruptedException {
		open();
		CountDownLatch held = new CountDownLatch(1);
		CountDownLatch inThread = new CountDownLatch(1);
		Thread first = Thread.ofPlatform().start(() -> store.rewrite(rows -> {
			inThread.countDown();
			awaitQuietly(held);
			return null;
		}));
		inThread.await();
		CountDownLatch applied = new CountDownLatch(200);
		List<Thread> writers = IntStream.range(0, 200)
				.mapToObj(at -> Thread.ofPlatform().start(() -> store.write(Lane.ROUTES, () -> {
					applied.countDown();
					return new Applied<>(at, rows -> rows.put(Kind.ROUTE, "r" + at, "1"), () -> {});
				})))
				.toList();
		applied.await();
		held.countDown();
		first.join();
		for (Thread writer : writers) {
			writer.join();
		}
		assertEquals(201, store.status().writes());
		// The one held, all that waited, and the last if it was on its way into the queue.
		assertTrue(store.status().commits() <= 3, () -> store.status().toString());
		assertEquals(200, stored().size());
	}

	private static void awaitQuietly(CountDownLatch latch) {
		try {
			latch.await();
		} catch (InterruptedException interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void aWriteThatIsRefusedByTheBoxStoresNothing() {
		open();
		assertThrows(IllegalStateException.class, () -> store.write(Lane.ROUTES, () -> {
			throw new IllegalStateException("no");
		}));
		assertEquals(List.of(), stored());
	}

	@Test
	void whatCannotBeStoredIsUndoneTheLastFirstWithAllThatCameAfter() throws InterruptedException {
		open();
		put("k", "before");
		CountDownLatch held = new CountDownLatch(1);
		CountDownLatch inThread = new CountDownLatch(1);
		List<StoreException> failures = Collections.synchronizedList(new ArrayList<>());
		Thread bad = Thread.ofPlatform().start(() -> failures.add(assertThrows(StoreException.class,
				() -> store.write(Lane.ROUTES, () -> {
					box.put("k", "bad");
					return new Applied<>("k", rows -> {
						inThread.countDown();
						awaitQuietly(held);
						throw new IllegalStateException("cannot be stored");
					}, () -> box.put("k", "before"));
				}))));
		inThread.await();
		CountDownLatch applied = new CountDownLatch(1);
		Thread later = Thread.ofPlatform().start(() -> failures.add(assertThrows(StoreException.class,
				() -> store.write(Lane.ROUTES, () -> {
					String was = box.put("k", "later");
					applied.countDown();
					return new Applied<>("k", rows -> rows.put(Kind.ROUTE, "k", "\"later\""), () -> box.put("k", was));
				}))));
		applied.await();
		held.countDown();
		bad.join();
		later.join();
		assertEquals(2, failures.size());
		assertEquals("before", box.get("k"));
		assertEquals(List.of("route k=\"before\""), stored());
		assertEquals(2, store.status().refusals());
		put("k", "after");
		assertEquals(List.of("route k=\"after\""), stored());
		assertEquals(State.WRITABLE, store.status().state());
		assertEquals(Optional.empty(), store.status().problem());
	}

	@Test
	void aFullDiskRefusesWithTheBoxAsItWasAndTakesMoreWhenThereIsRoom() throws IOException {
		try (SmallDisk disk = SmallDisk.mounted(folder, 4_096)) {
			open(disk.path(), Schema.CURRENT);
			put("first", "kept");
			disk.fill();
			StoreException full = assertThrows(StoreException.class, () -> {
				for (int at = 0; at < 1_000; at++) {
					put("big" + at, "x".repeat(10_000));
				}
			});
			assertEquals(Reason.FULL, full.reason());
			assertEquals(box.keySet().size(), stored().size());
			assertTrue(stored().contains("route first=\"kept\""));
			assertTrue(store.status().problem().orElseThrow().contains("full"));
			disk.makeRoom();
			put("last", "kept too");
			assertEquals(box.keySet().size(), stored().size());
			assertEquals(Optional.empty(), store.status().problem());
			close();
			directory = null;
			store = null;
		}
	}

	@Test
	void aDiskThatBecomesReadOnlyRefusesAndTheNextStartReadsWhatWasStored() throws IOException {
		try (SmallDisk disk = SmallDisk.mounted(folder, 4_096)) {
			open(disk.path(), Schema.CURRENT);
			put("kept", "1");
			// As after a kill: the log is there, and nobody has the files open for writing.
			Path copy = Files.createDirectory(disk.path().resolve("killed"));
			for (String name : List.of("signalbox.db", "signalbox.db-wal")) {
				Files.copy(disk.path().resolve(name), copy.resolve(name));
			}
			close();
			disk.makeReadOnly();
			open(copy, Schema.CURRENT);
			assertEquals(State.UNAVAILABLE, store.status().state());
			assertEquals(List.of("route kept=\"1\""), stored());
			assertEquals(1, store.page(Optional.of(Kind.ROUTE), Optional.empty(), 10).size());
			assertEquals(Reason.UNAVAILABLE, assertThrows(StoreException.class, () -> put("more", "2")).reason());
			assertEquals(Reason.UNAVAILABLE,
					assertThrows(StoreException.class, () -> store.rewrite(Rows::forgetAll)).reason());
			assertEquals(2, store.status().refusals());
			close();
			directory = null;
		}
	}

	enum Damage {
		NO_DATABASE, CUT, OVERWRITTEN
	}

	@ParameterizedTest
	@EnumSource
	void aDamagedDatabaseIsMovedAsideAndNamed(Damage damage) throws IOException {
		open();
		for (int at = 0; at < 2_000; at++) {
			String key = "r" + at;
			store.rewrite(rows -> {
				rows.put(Kind.ROUTE, key, "\"" + "x".repeat(100) + "\"");
				return null;
			});
		}
		close();
		Path file = folder.resolve("signalbox.db");
		byte[] bytes = Files.readAllBytes(file);
		switch (damage) {
			case NO_DATABASE -> Files.writeString(file, "this was never a database, but it is long enough for a header\n".repeat(99));
			case CUT -> Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
			case OVERWRITTEN -> {
				Arrays.fill(bytes, 20_000, 60_000, (byte) 0x5a);
				Files.write(file, bytes);
			}
		}
		open();
		assertEquals(State.WRITABLE, store.status().state());
		assertTrue(store.status().problem().orElseThrow().contains("was moved to " + folder), store.status()::toString);
		assertEquals(List.of(), stored());
		put("new", "1");
		assertTrue(store.status().problem().isPresent(), "it is said as long as the box runs");
		try (Stream<Path> files = Files.list(folder)) {
			assertEquals(1, files.filter(each -> each.getFileName().toString().startsWith("signalbox.db.damaged-")).count());
		}
		close();
		open();
		assertEquals(List.of("route new=\"1\""), stored());
		assertEquals(Optional.empty(), store.status().problem());
	}

	@Test
	void anOlderDatabaseTakesTheStepsThatAreMissing() {
		open();
		put("old", "1");
		close();
		List<String> steps = new ArrayList<>(Schema.CURRENT.steps());
		steps.add("UPDATE object SET value = '\"changed\"' WHERE key = 'old'");
		steps.add("CREATE TABLE more (id INTEGER)");
		open(folder, new Schema(steps));
		assertEquals(List.of("route old=\"changed\""), stored());
		put("old", "2");
		close();
		open(folder, new Schema(steps));
		assertEquals(List.of("route old=\"2\""), stored());
	}

	@Test
	void aStepThatFailsChangesNothing() {
		open();
		put("old", "1");
		close();
		List<String> steps = new ArrayList<>(Schema.CURRENT.steps());
		steps.add("UPDATE object SET value = '\"changed\"'");
		steps.add("CREATE NONSENSE");
		open(folder, new Schema(steps));
		assertEquals(State.UNAVAILABLE, store.status().state());
		close();
		open();
		assertEquals(List.of("route old=\"1\""), stored());
	}

	@Test
	void aNewerDatabaseEndsTheStartWithAdvice() throws SQLException {
		open();
		put("k", "1");
		close();
		try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("signalbox.db"));
				Statement statement = connection.createStatement()) {
			statement.executeUpdate("PRAGMA user_version = 99");
		}
		StateDirectoryException newer = assertThrows(StateDirectoryException.class, this::open);
		assertTrue(newer.getMessage().contains("newer Signalbox") && newer.getMessage().contains("99"), newer::getMessage);
		assertTrue(newer.getMessage().contains("move signalbox.db away"), newer::getMessage);
	}

	@Test
	void aKindThatThisVersionDoesNotKnowIsKept() throws SQLException {
		open();
		put("k", "1");
		close();
		try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("signalbox.db"));
				Statement statement = connection.createStatement()) {
			statement.executeUpdate("INSERT INTO object VALUES ('tunnel', 'x', '{}')");
		}
		open();
		assertEquals(List.of("route k=\"1\""), stored());
		assertEquals(2, store.<Integer>rewrite(Rows::forgetAll));
	}

	@Test
	void aClosedStoreRefusesAndDoesNotHang() {
		open();
		put("k", "1");
		store.close();
		assertEquals(Reason.UNAVAILABLE, assertThrows(StoreException.class, () -> put("k", "2")).reason());
		assertEquals("1", box.get("k"));
	}

	@Test
	void noCopyOfSqlitesLibraryStaysOfAProcessThatWasKilled() throws IOException {
		Path left = Files.createFile(folder.resolve("sqlite-3.0.0.0-dead-libsqlitejdbc.so"));
		Path lock = Files.createFile(folder.resolve("sqlite-3.0.0.0-dead-libsqlitejdbc.so.lck"));
		open();
		assertTrue(!Files.exists(left) && !Files.exists(lock));
	}
}
