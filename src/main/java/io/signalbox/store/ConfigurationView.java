package io.signalbox.store;

import io.signalbox.cache.RouteCache;
import io.signalbox.config.Origin;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.store.GivenObjects.Given;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** Every object of the box's configuration with its value and where that comes from, the stored one over the given one. */
@Singleton
public final class ConfigurationView {
	/** More than all interfaces have. */
	private static final int INTERFACE_OBJECTS = 10_000;

	private final Store store;
	private final GivenObjects given;
	private final Problems problems;
	private final Interfaces interfaces;
	private final RouteCache cache;
	private final AtomicBoolean forgotten = new AtomicBoolean();

	public ConfigurationView(
			Store store, GivenObjects given, Problems problems, Interfaces interfaces, RouteCache cache) {
		this.store = store;
		this.given = given;
		this.problems = problems;
		this.interfaces = interfaces;
		this.cache = cache;
	}

	/**
	 * An object.
	 *
	 * @param json its value; empty where it is deleted, or a setting that has none
	 * @param hidden what file or environment say, where the API's word goes before theirs
	 * @param problem why it is not in effect
	 */
	public record Item(
			ObjectKey object, Optional<String> json, Origin origin, Optional<String> hidden, Optional<String> problem) {
		/** The API deleted it. */
		public boolean isDeleted() {
			return origin == Origin.STORE && json.isEmpty();
		}
	}

	/** At most {@code limit} objects after one, by kind and key. */
	public List<Item> page(Optional<Kind> kind, Optional<ObjectKey> after, int limit) {
		SortedMap<ObjectKey, Item> items = new TreeMap<>();
		Set<String> deleted = deletedInterfaces();
		Map<ObjectKey, String> why = problems.all();
		Map<String, String> running = running();
		for (Map.Entry<ObjectKey, Given> each : given.after(after).entrySet()) {
			ObjectKey object = each.getKey();
			if (isShown(object, deleted) && (kind.isEmpty() || kind.get() == object.kind())) {
				Optional<String> json = each.getValue().json().or(() -> Optional.ofNullable(running.get(object.key())));
				items.put(object,
						new Item(object, json, each.getValue().origin(), Optional.empty(), Optional.empty()));
			}
			if (items.size() == limit) {
				break;
			}
		}
		for (StoredObject stored : store.page(kind, after, limit)) {
			ObjectKey object = stored.object();
			items.put(object, new Item(object, stored.json(), Origin.STORE, hidden(object), problem(why, object)));
		}
		return new ArrayList<>(items.values()).subList(0, Math.min(limit, items.size()));
	}

	/** Settings whose defaults the data plane has, as they run, by key. */
	private Map<String, String> running() {
		Map<String, String> settings = StoredSettings.of(interfaces.rpFilter());
		settings.putAll(StoredSettings.of(StoredSettings.change(cache.settings())));
		return settings;
	}

	private Set<String> deletedInterfaces() {
		return store.page(Optional.of(Kind.INTERFACE), Optional.empty(), INTERFACE_OBJECTS).stream()
				.filter(stored -> stored.json().isEmpty())
				.map(stored -> stored.object().key())
				.collect(Collectors.toSet());
	}

	/** An interface is shown by its members, unless it is deleted. */
	private static boolean isShown(ObjectKey object, Set<String> deletedInterfaces) {
		return object.kind() != Kind.INTERFACE
				|| (!isWhole(object) && !deletedInterfaces.contains(object.key().substring(0, object.key().indexOf('/'))));
	}

	private static boolean isWhole(ObjectKey ofInterface) {
		return ofInterface.key().indexOf('/') < 0;
	}

	private Optional<String> hidden(ObjectKey object) {
		return given.find(object).filter(each -> each.origin() != Origin.DEFAULT).flatMap(Given::json);
	}

	/** Its own, or that of the interface it is a member of. */
	private static Optional<String> problem(Map<ObjectKey, String> why, ObjectKey object) {
		int slash = object.kind() == Kind.INTERFACE ? object.key().indexOf('/') : -1;
		ObjectKey whole = slash < 0 ? object : new ObjectKey(Kind.INTERFACE, object.key().substring(0, slash));
		return Optional.ofNullable(why.get(object)).or(() -> Optional.ofNullable(why.get(whole)));
	}

	/** Forgets an object with all that belongs to it; returns how many were stored. The box stays as it is. */
	public int forget(ObjectKey object) {
		int count = store.rewrite(rows -> rows.forget(object.kind(), object.key())
				+ rows.forgetUnder(object.kind(), object.key() + "/"));
		problems.solved(object.kind(), object.key());
		forgotten.compareAndSet(false, count > 0);
		return count;
	}

	/** Forgets all that is stored. The box stays as it is. */
	public int forgetAll() {
		int count = store.rewrite(Rows::forgetAll);
		forgotten.compareAndSet(false, count > 0);
		return count;
	}

	/** Whether something was forgotten since the box has started, so that it works by what it will not have then. */
	public boolean isRestartNeeded() {
		return forgotten.get();
	}
}
