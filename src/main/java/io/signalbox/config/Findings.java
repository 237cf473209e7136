package io.signalbox.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the sections of one configuration share. One thread. */
final class Findings {
	final Map<String, String> environment;
	final List<String> problems = new ArrayList<>();
	final Set<String> variables = new TreeSet<>();
	/** What was asked for, by the whole key. */
	final SortedMap<String, Setting> settings = new TreeMap<>();

	Findings(Map<String, String> environment) {
		this.environment = environment;
	}
}
