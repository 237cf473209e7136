package io.signalbox.interfaces;

import io.signalbox.dataplane.RpFilter;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which source addresses pass, as the operator wants it.
 *
 * @param byDefault holds for interfaces without an own mode
 * @param defaultRouteCounts whether a source that only a default route covers has a route
 * @param interfaces own modes, by the interface's name
 */
public record RpFilterSettings(RpFilter byDefault, boolean defaultRouteCounts, SortedMap<String, RpFilter> interfaces) {
	public RpFilterSettings {
		interfaces = Collections.unmodifiableSortedMap(new TreeMap<>(interfaces));
	}
}
