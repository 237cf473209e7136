package io.signalbox.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables and how they came about: step by step from an empty database, each step one version ({@code user_version}).
 * A step that has been released is never changed; what is new is one more.
 */
record Schema(List<String> steps) {
	/** One table for every kind: a kind of objects that is new needs no step. */
	static final Schema CURRENT = new Schema(List.of("""
			CREATE TABLE object (
				kind TEXT NOT NULL,
				key TEXT NOT NULL,
				value TEXT, -- JSON; NULL: deleted, though the configuration file has it
				PRIMARY KEY (kind, key)
			) STRICT, WITHOUT ROWID"""));

	/** Takes the steps that are missing, all or none. Throws {@link StateDirectoryException} when it has more than we know. */
	void migrate(Connection connection) throws SQLException {
		int version = version(connection);
		if (version > steps.size()) {
			throw new StateDirectoryException("the stored configuration was written by a newer Signalbox (its version is "
					+ version + ", this one knows " + steps.size() + "): start that Signalbox again, or move "
					+ "signalbox.db away to start from the configuration file alone");
		}
		if (version == steps.size()) {
			return;
		}
		try (Statement statement = connection.createStatement()) {
			for (String step : steps.subList(version, steps.size())) {
				statement.executeUpdate(step);
			}
			statement.executeUpdate("PRAGMA user_version = " + steps.size());
		}
		connection.commit();
	}

	private static int version(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet rows = statement.executeQuery("PRAGMA user_version")) {
			return rows.getInt(1);
		}
	}
}
