package io.signalbox.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteJDBCLoader;

/**
 * One connection to the SQLite database of the stored objects, for one thread. Its log is synchronized with the disk at
 * every commit (WAL, {@code synchronous=FULL}): what is committed survives a loss of power.
 */
final class Database implements AutoCloseable {
	private static final String WHOLE = "ok";
	private static final int PRIMARY_CODE = 0xff;

	private final Path file;
	private final Connection connection;
	private final ObjectTable objects;

	private Database(Path file, Connection connection, ObjectTable objects) {
		this.file = file;
		this.connection = connection;
		this.objects = objects;
	}

	/** Once a process. */
	static void loadLibrary() throws SQLException {
		try {
			SQLiteJDBCLoader.initialize();
		} catch (Exception unloadable) {
			throw new SQLException("SQLite's library cannot be loaded; -Dorg.sqlite.tmpdir=FOLDER names a folder that it"
					+ " may be unpacked to and run from: " + unloadable.getMessage(), unloadable);
		}
	}

	/** Opens or makes it, brings it to the schema, and checks that it is whole. */
	static Database open(Path file, Schema schema, GivenObjects given) throws SQLException {
		SQLiteConfig config = new SQLiteConfig();
		config.setJournalMode(JournalMode.WAL);
		config.setSynchronous(SynchronousMode.FULL);
		Connection connection = JDBC.createConnection("jdbc:sqlite:" + file, config.toProperties());
		try {
			check(connection);
			connection.setAutoCommit(false);
			schema.migrate(connection);
			return new Database(file, connection, new ObjectTable(connection, given));
		} catch (SQLException | RuntimeException failure) {
			connection.close();
			throw failure;
		}
	}

	private static void check(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet findings = statement.executeQuery("PRAGMA integrity_check(1)")) {
			String finding = findings.getString(1);
			if (!WHOLE.equals(finding)) {
				throw new SQLiteException(finding, SQLiteErrorCode.SQLITE_CORRUPT);
			}
		}
	}

	/** SQLite's primary result code of a failure, 0 where it is not SQLite's. */
	static int code(SQLException failure) {
		return failure instanceof SQLiteException sqlite ? sqlite.getResultCode().code & PRIMARY_CODE : 0;
	}

	ObjectTable objects() {
		return objects;
	}

	/** Makes what was written durable. */
	void commit() throws SQLException {
		connection.commit();
	}

	void rollback() throws SQLException {
		connection.rollback();
	}

	/** With its log. */
	long bytes() {
		return size(file) + size(file.resolveSibling(file.getFileName() + "-wal"));
	}

	private static long size(Path path) {
		return path.toFile().length();
	}

	@Override
	public void close() throws SQLException {
		connection.close();
	}
}
