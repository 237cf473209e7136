package io.signalbox.interfaces;

import io.signalbox.fib.InterfaceIds;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/** Names and numbers of the interfaces that the data plane has now. Any thread may ask. */
public final class InterfaceTable implements InterfaceIds {
	private final Map<String, Integer> ids = new ConcurrentHashMap<>();
	private final Map<Integer, String> names = new ConcurrentHashMap<>();

	@Override
	public OptionalInt id(String interfaceName) {
		Integer id = ids.get(interfaceName);
		return id == null ? OptionalInt.empty() : OptionalInt.of(id);
	}

	/** Names by number. */
	Map<Integer, String> names() {
		return Map.copyOf(names);
	}

	void put(String name, int id) {
		ids.put(name, id);
		names.put(id, name);
	}

	void remove(String name) {
		Integer id = ids.remove(name);
		if (id != null) {
			names.remove(id, name);
		}
	}
}
