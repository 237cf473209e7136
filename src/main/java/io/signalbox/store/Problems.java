package io.signalbox.store;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jboss.logging.Logger;

/** Stored objects that the box could not be made to have when it started: they are kept, and said. Any thread. */
public final class Problems {
	private static final Logger LOG = Logger.getLogger(Problems.class);

	private final SortedMap<ObjectKey, String> sentences = new TreeMap<>();

	public synchronized void add(ObjectKey object, String sentence) {
		LOG.warnf("stored %s is not in effect: %s", object, sentence);
		sentences.put(object, sentence);
	}

	/** An object was written since, with all that belongs to it: {@code wan0} and {@code wan0/mtu}. */
	synchronized void solved(Kind kind, String key) {
		sentences.keySet().removeIf(object -> object.kind() == kind
				&& (object.key().equals(key) || object.key().startsWith(key + "/")));
	}

	public synchronized SortedMap<ObjectKey, String> all() {
		return Collections.unmodifiableSortedMap(new TreeMap<>(sentences));
	}
}
