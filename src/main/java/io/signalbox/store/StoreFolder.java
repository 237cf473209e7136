package io.signalbox.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;
import org.sqlite.SQLiteErrorCode;

/** Opens the store of a stateDirectory, in whatever condition that is: nothing but a newer version stops a start. */
public final class StoreFolder {
	private static final Logger LOG = Logger.getLogger(StoreFolder.class);
	private static final String FILE = "signalbox.db";
	private static final List<String> PARTS = List.of("", "-wal", "-shm");
	private static final Set<Integer> DAMAGED =
			Set.of(SQLiteErrorCode.SQLITE_CORRUPT.code, SQLiteErrorCode.SQLITE_NOTADB.code);
	private static final DateTimeFormatter STAMP =
			DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
	private static final String LIBRARY_FOLDER = "org.sqlite.tmpdir";

	private final StateDirectory directory;
	private final Schema schema;
	private final GivenObjects given;

	StoreFolder(StateDirectory directory, Schema schema, GivenObjects given) {
		this.directory = directory;
		this.schema = schema;
		this.given = given;
	}

	/** Throws {@link StateDirectoryException} when a newer Signalbox wrote it; all else is in the store's status. */
	public static Store open(StateDirectory directory, GivenObjects given) {
		return new StoreFolder(directory, Schema.CURRENT, given).open();
	}

	Store open() {
		if (directory.problem().isPresent()) {
			return readCopy(directory.problem().get());
		}
		removeOldLibraries();
		try {
			loadLibrary();
			return new SqliteStore(this::database, database(), "");
		} catch (SQLException failure) {
			return DAMAGED.contains(Database.code(failure)) ? moveAside(failure) : readCopy(problem(failure));
		}
	}

	private Database database() throws SQLException {
		return Database.open(directory.path().resolve(FILE), schema, given);
	}

	private String problem(SQLException failure) {
		return directory.path().resolve(FILE) + ": " + failure.getMessage();
	}

	private Store moveAside(SQLException damage) {
		Path aside = directory.path().resolve(FILE + ".damaged-" + STAMP.format(Instant.now()));
		try {
			for (String part : PARTS) {
				Path from = directory.path().resolve(FILE + part);
				if (Files.exists(from)) {
					Files.move(from, aside.resolveSibling(aside.getFileName() + part), StandardCopyOption.REPLACE_EXISTING);
				}
			}
			String problem = problem(damage) + "; it was moved to " + aside
					+ ", and the box has started from the configuration file alone";
			return new SqliteStore(this::database, database(), problem);
		} catch (IOException | SQLException alsoFailed) {
			return new RefusingStore(problem(damage) + "; and it cannot be moved away: " + alsoFailed, List.of());
		}
	}

	/** Reads what cannot be written, its log included, from a copy: SQLite reads a log only where it may also write. */
	private Store readCopy(String problem) {
		LOG.errorf("the store takes no change: %s", problem);
		if (!Files.isReadable(directory.path().resolve(FILE))) {
			return new RefusingStore(problem, List.of());
		}
		List<StoredObject> objects = new ArrayList<>();
		try {
			Database.loadLibrary();
			Path copy = Files.createTempDirectory("signalbox-store");
			try {
				for (String part : PARTS.subList(0, 2)) {
					Path from = directory.path().resolve(FILE + part);
					if (Files.exists(from)) {
						Files.copy(from, copy.resolve(FILE + part));
					}
				}
				try (Database database = Database.open(copy.resolve(FILE), schema, given)) {
					database.objects().forEach(objects::add);
				}
			} finally {
				delete(copy);
			}
		} catch (IOException | SQLException | ObjectTable.Refusal unreadable) {
			return new RefusingStore(problem + "; nor can it be read: " + unreadable.getMessage(), List.of());
		}
		return new RefusingStore(problem, objects);
	}

	/** SQLite's library is unpacked where we may write, unless {@code org.sqlite.tmpdir} says another place. */
	private void loadLibrary() throws SQLException {
		String chosen = System.getProperty(LIBRARY_FOLDER);
		if (chosen == null) {
			System.setProperty(LIBRARY_FOLDER, directory.path().toString());
		}
		try {
			Database.loadLibrary();
		} finally {
			if (chosen == null) {
				System.clearProperty(LIBRARY_FOLDER);
			}
		}
	}

	/** Processes that were killed left theirs. */
	private void removeOldLibraries() {
		try (DirectoryStream<Path> left = Files.newDirectoryStream(directory.path(), "sqlite-*-libsqlitejdbc.so*")) {
			for (Path library : left) {
				Files.delete(library);
			}
		} catch (IOException stays) {
			LOG.warnf("an old copy of SQLite's library stays in %s: %s", directory.path(), stays);
		}
	}

	private static void delete(Path folder) throws IOException {
		try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
			for (Path file : files) {
				Files.delete(file);
			}
		}
		Files.delete(folder);
	}
}
