package io.signalbox.store;

import io.signalbox.config.Configuration;
import io.signalbox.config.Origin;
import io.signalbox.config.Setting;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.route.Route;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The objects of the configuration file, the environment and the defaults: what stored objects hide. */
public final class GivenObjects {
	/** No file, no variable. */
	public static final GivenObjects NONE = new GivenObjects(new TreeMap<>());

	private final NavigableMap<ObjectKey, Given> objects;

	/**
	 * An object before the API changed it.
	 *
	 * @param json empty for a setting that is not given and whose default its user has
	 */
	public record Given(Optional<String> json, Origin origin) {}

	private GivenObjects(NavigableMap<ObjectKey, Given> objects) {
		this.objects = objects;
	}

	public static GivenObjects of(Configuration configuration) {
		NavigableMap<ObjectKey, Given> objects = new TreeMap<>();
		configuration.settings().forEach((key, setting) -> {
			if (!key.startsWith("interfaces[") && !key.startsWith("routes[") && !key.equals("vrfs")) {
				objects.put(new ObjectKey(Kind.SETTING, key), given(setting));
			}
		});
		for (int at = 0; at < configuration.interfaces().size(); at++) {
			addInterface(objects, configuration, at);
		}
		for (int at = 0; at < configuration.routes().size(); at++) {
			Route route = configuration.routes().get(at).route();
			String key = StoredRoute.key(configuration.routes().get(at).vrf(), route.prefix());
			Optional<String> json =
					Optional.of(new StoredRoute(route.nexthop(), route.metric(), route.distance()).json());
			Origin origin = origin(configuration, "routes[" + at + "].destinationPrefix");
			objects.put(new ObjectKey(Kind.ROUTE, key), new Given(json, origin));
		}
		for (String vrf : configuration.vrfs()) {
			objects.put(new ObjectKey(Kind.VRF, vrf), new Given(Optional.of("{}"), origin(configuration, "vrfs")));
		}
		return new GivenObjects(objects);
	}

	private static Given given(Setting setting) {
		return new Given(setting.value().map(GivenObjects::plain).map(Json::of), setting.origin());
	}

	/** YAML has values that JSON has not, dates. */
	private static Object plain(Object value) {
		return switch (value) {
			case Number number -> number;
			case Boolean flag -> flag;
			case List<?> list -> list.stream().map(GivenObjects::plain).toList();
			case Map<?, ?> map -> map.entrySet().stream().collect(Collectors.toMap(
					entry -> String.valueOf(entry.getKey()), entry -> plain(entry.getValue()), (_, later) -> later, TreeMap::new));
			default -> value.toString();
		};
	}

	private static void addInterface(Map<ObjectKey, Given> objects, Configuration configuration, int at) {
		InterfaceConfig config = configuration.interfaces().get(at);
		String path = "interfaces[" + at + "].";
		Map<String, String> members = StoredInterface.members(config);
		members.forEach((member, json) -> objects.put(
				new ObjectKey(Kind.INTERFACE, StoredInterface.under(config.name()) + member),
				new Given(Optional.of(json), origin(configuration, path + member))));
		objects.put(
				new ObjectKey(Kind.INTERFACE, config.name()),
				new Given(Optional.of(object(members)), origin(configuration, path + "name")));
	}

	private static String object(Map<String, String> members) {
		return members.entrySet().stream()
				.map(member -> Json.of(member.getKey()) + ":" + member.getValue())
				.collect(Collectors.joining(",", "{", "}"));
	}

	private static Origin origin(Configuration configuration, String key) {
		return Optional.ofNullable(configuration.settings().get(key)).map(Setting::origin).orElse(Origin.DEFAULT);
	}

	/** Whether file or environment have it. */
	boolean has(ObjectKey object) {
		return objects.containsKey(object);
	}

	Optional<Given> find(ObjectKey object) {
		return Optional.ofNullable(objects.get(object));
	}

	/** Those of a kind whose key begins so. */
	Iterable<ObjectKey> under(Kind kind, String prefix) {
		return objects.subMap(new ObjectKey(kind, prefix), new ObjectKey(kind, after(prefix))).keySet();
	}

	/** All after one, by kind and key. */
	SortedMap<ObjectKey, Given> after(Optional<ObjectKey> object) {
		return Collections.unmodifiableSortedMap(
				object.map(key -> objects.tailMap(key, false)).orElse(objects));
	}

	/** The least text that is greater than all that begin so. */
	static String after(String prefix) {
		int last = prefix.length() - 1;
		return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
	}
}
