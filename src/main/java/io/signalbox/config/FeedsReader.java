package io.signalbox.config;

import io.signalbox.config.Configuration.FeedSettings;
import io.signalbox.feed.fpm.FpmOptions;
import io.signalbox.route.RouteChanges;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code feeds}: a feed is configured when its section is there, or a variable of the environment for it. */
final class FeedsReader {
	private static final Pattern LISTEN = Pattern.compile("(\\[[^\\]]+\\]|[^:]+)(?::([0-9]{1,5}))?");
	private static final int MAX_PORT = 65_535;
	private static final int MAX_SECONDS = 86_400;
	/** RT_TABLE_MAIN, and what zebra writes for it in a frame. */
	private static final long MAIN = 254;
	private static final long UNSPECIFIED = 0;

	private FeedsReader() {}

	static FeedSettings read(Section section) {
		for (String feed : List.of("fpm", "kernel")) {
			if (section.isBare(feed)) {
				section.problem(feed, "is empty: write {} for a feed with its defaults, or leave the key out");
			}
		}
		boolean there = section.value("fpm").isPresent();
		Section fpm = section.section("fpm");
		boolean kernelThere = section.value("kernel").isPresent();
		Section kernel = section.section("kernel");
		FeedSettings settings = new FeedSettings(
				there || fpm.value("listen").isPresent() ? Optional.of(fpm(fpm)) : Optional.empty(),
				kernelThere || kernel.value("table").isPresent() ? Optional.of(KernelReader.read(kernel)) : Optional.empty());
		section.finish();
		return settings;
	}

	private static FpmOptions fpm(Section section) {
		Map<Long, String> tables = new HashMap<>(section.numbered("tables", 0xffff_ffffL));
		tables.putIfAbsent(MAIN, RouteChanges.DEFAULT_VRF);
		tables.putIfAbsent(UNSPECIFIED, RouteChanges.DEFAULT_VRF);
		Map<Integer, String> interfaces = new HashMap<>();
		section.numbered("interfaces", Integer.MAX_VALUE).forEach((index, name) -> interfaces.put(index.intValue(), name));
		FpmOptions options = new FpmOptions(
				listen(section),
				tables,
				interfaces,
				seconds(section, "quietSeconds", 10, 1),
				seconds(section, "staleSeconds", 300, 0),
				seconds(section, "timeoutSeconds", 60, 0),
				section.flag("acknowledge", true),
				FpmOptions.DEFAULT_CAPACITY);
		section.finish();
		return options;
	}

	private static Duration seconds(Section section, String key, int otherwise, int least) {
		return Duration.ofSeconds(section.integer(key, otherwise, least, MAX_SECONDS));
	}

	private static InetSocketAddress listen(Section section) {
		String text = section.text("listen", "127.0.0.1");
		Matcher parts = LISTEN.matcher(text);
		try {
			if (parts.matches()) {
				int port = parts.group(2) == null ? FpmOptions.DEFAULT_PORT : Integer.parseInt(parts.group(2));
				if (port >= 1 && port <= MAX_PORT) {
					return new InetSocketAddress(InetAddress.ofLiteral(parts.group(1).replaceAll("[\\[\\]]", "")), port);
				}
			}
		} catch (IllegalArgumentException noAddress) {
			section.problem("listen", noAddress.getMessage());
			return new InetSocketAddress(0);
		}
		section.problem("listen", "expected an address, or address:port, found " + text);
		return new InetSocketAddress(0);
	}
}
