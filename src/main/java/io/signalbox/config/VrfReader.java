package io.signalbox.config;

import io.signalbox.net.Name;
import io.signalbox.net.Shown;
import io.signalbox.route.RouteChanges;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads {@code vrfs}: the names of those besides the default one. */
final class VrfReader {
	private static final int MOST = 63;

	private VrfReader() {}

	static List<String> read(Section root) {
		List<String> names = root.texts("vrfs");
		Set<String> seen = new HashSet<>(Set.of(RouteChanges.DEFAULT_VRF));
		for (String name : names) {
			if (!Name.isValid(name)) {
				root.problem("vrfs", Shown.quoted(name) + " is not a VRF's name: " + Name.RULE);
			} else if (!seen.add(name)) {
				root.problem("vrfs", name + " is given twice, or is always there");
			}
		}
		if (names.size() > MOST) {
			root.problem("vrfs", names.size() + " VRFs: at most " + MOST + " besides the default one");
		}
		return names;
	}

	/** These and the one that is always there. */
	static Set<String> known(List<String> names) {
		Set<String> known = new HashSet<>(names);
		known.add(RouteChanges.DEFAULT_VRF);
		return known;
	}
}
