package io.signalbox.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("README.md's table of the configuration")
class ReadmeTest {
	/** A key that there is not, in every place for keys: the answer names those there are. */
	private static final String NO_KEYS = """
			zz: 1
			api: {zz: 1}
			snapshot: {zz: 1}
			memory: {zz: 1}
			dataplane: {zz: 1}
			rpFilter: {zz: 1}
			cache: {zz: 1}
			limits: {zz: 1}
			audit: {zz: 1}
			interfaces: [{name: wan0, device: net_null0, zz: 1}]
			routes: [{destinationPrefix: 0.0.0.0/0, zz: 1, nextHops: [{interface: wan0, zz: 1}]}]
			feeds: {zz: 1, fpm: {zz: 1}, kernel: {zz: 1}}
			log: {zz: 1}
			""";
	private static final Pattern KNOWN = Pattern.compile("(.*)zz: is no key; here are: (.*)");
	private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Za-z0-9.\\[\\]]+)` \\|");
	private static final Set<String> SECTIONS = Set.of(
			"api", "snapshot", "memory", "dataplane", "rpFilter", "cache", "audit", "limits", "interfaces", "routes",
			"routes[].nextHops", "feeds", "feeds.fpm", "feeds.kernel", "log");
	/** Known in order to be refused with a better message. */
	private static final Set<String> LATER = Set.of("interfaces[].vlan", "interfaces[].parent");

	@Test
	void hasEveryKeyAndNoOther() throws IOException {
		String readme = Files.readString(Path.of("README.md"));
		String table = readme.substring(readme.indexOf("| key | default |"));
		Set<String> shown = ROW.matcher(table.substring(0, table.indexOf("\n\n"))).results().map(row -> row.group(1))
				.collect(Collectors.toCollection(TreeSet::new));
		assertEquals(known(), shown);
	}

	private static Set<String> known() {
		List<String> problems = assertThrows(ConfigurationException.class,
				() -> ConfigurationReader.read("box.yaml", NO_KEYS, Map.of())).problems();
		Set<String> keys = new TreeSet<>();
		for (String problem : problems) {
			Matcher known = KNOWN.matcher(problem);
			assertEquals(true, known.matches(), problem);
			MatchResult section = known.toMatchResult();
			for (String key : section.group(2).split(", ", -1)) {
				keys.add(section.group(1).replace("[0]", "[]") + key);
			}
		}
		assertEquals(SECTIONS.size() + 1, problems.size());
		keys.removeAll(SECTIONS);
		keys.removeAll(LATER);
		return keys;
	}
}
