package io.signalbox.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The table of the stored objects. One thread; what SQLite refuses is thrown as {@link Refusal}. */
final class ObjectTable implements Rows {
	private static final String INSERT = "INSERT INTO object (kind, key, value) VALUES (?, ?, ?)"
			// A write that changes nothing writes nothing.
			+ " ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value WHERE value IS NOT excluded.value";

	private final Connection connection;
	private final GivenObjects given;
	private final PreparedStatement put;
	private final PreparedStatement forget;
	private final PreparedStatement forgetUnder;

	/** What SQLite says no with. */
	static final class Refusal extends RuntimeException {
		private static final long serialVersionUID = 1L;

		final SQLException reason;

		Refusal(SQLException reason) {
			super(reason);
			this.reason = reason;
		}
	}

	ObjectTable(Connection connection, GivenObjects given) throws SQLException {
		this.connection = connection;
		this.given = given;
		this.put = connection.prepareStatement(INSERT);
		this.forget = connection.prepareStatement("DELETE FROM object WHERE kind = ? AND key = ?");
		this.forgetUnder = connection.prepareStatement("DELETE FROM object WHERE kind = ? AND key >= ? AND key < ?");
	}

	@Override
	public void put(Kind kind, String key, String json) {
		update(put, kind.toString(), key, json);
	}

	@Override
	public void delete(Kind kind, String key) {
		if (given.has(new ObjectKey(kind, key))) {
			update(put, kind.toString(), key, null);
		} else {
			forget(kind, key);
		}
	}

	@Override
	public void deleteUnder(Kind kind, String prefix) {
		forgetUnder(kind, prefix);
		given.under(kind, prefix).forEach(object -> delete(kind, object.key()));
	}

	@Override
	public int forget(Kind kind, String key) {
		return update(forget, kind.toString(), key);
	}

	@Override
	public int forgetUnder(Kind kind, String prefix) {
		return update(forgetUnder, kind.toString(), prefix, GivenObjects.after(prefix));
	}

	@Override
	public int forgetAll() {
		try (PreparedStatement all = connection.prepareStatement("DELETE FROM object")) {
			return all.executeUpdate();
		} catch (SQLException refused) {
			throw new Refusal(refused);
		}
	}

	private static int update(PreparedStatement statement, String... values) {
		try {
			for (int at = 0; at < values.length; at++) {
				statement.setString(at + 1, values[at]);
			}
			return statement.executeUpdate();
		} catch (SQLException refused) {
			throw new Refusal(refused);
		}
	}

	/** Every object, by kind and key. */
	void forEach(Consumer<StoredObject> reader) {
		try (PreparedStatement all =
						connection.prepareStatement("SELECT kind, key, value FROM object ORDER BY kind, key");
				ResultSet rows = all.executeQuery()) {
			while (rows.next()) {
				object(rows).ifPresent(reader);
			}
		} catch (SQLException refused) {
			throw new Refusal(refused);
		}
	}

	List<StoredObject> page(Optional<Kind> kind, Optional<ObjectKey> after, int limit) {
		try (PreparedStatement page = connection.prepareStatement("SELECT kind, key, value FROM object"
				+ " WHERE (kind, key) > (?, ?) AND (?3 IS NULL OR kind = ?3) ORDER BY kind, key LIMIT ?")) {
			page.setString(1, after.map(object -> object.kind().toString()).orElse(""));
			page.setString(2, after.map(ObjectKey::key).orElse(""));
			page.setString(3, kind.map(Kind::toString).orElse(null));
			page.setInt(4, limit);
			List<StoredObject> objects = new ArrayList<>();
			try (ResultSet rows = page.executeQuery()) {
				while (rows.next()) {
					object(rows).ifPresent(objects::add);
				}
			}
			return objects;
		} catch (SQLException refused) {
			throw new Refusal(refused);
		}
	}

	/** Empty for a kind that this version does not know. */
	private static Optional<StoredObject> object(ResultSet row) throws SQLException {
		Optional<Kind> kind = Kind.of(row.getString(1));
		if (kind.isEmpty()) {
			return Optional.empty();
		}
		ObjectKey object = new ObjectKey(kind.get(), row.getString(2));
		return Optional.of(new StoredObject(object, Optional.ofNullable(row.getString(3))));
	}
}
