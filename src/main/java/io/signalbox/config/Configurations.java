package io.signalbox.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Finds this process's configuration: the file of the system property {@code signalbox.config}, else of the environment's
 * {@code SIGNALBOX_CONFIG}, else none: all defaults, no interface, no route.
 */
public final class Configurations {
	private Configurations() {}

	/** Throws {@link ConfigurationException} with all that is wrong. */
	public static Configuration current() {
		Map<String, String> environment = System.getenv();
		String file = System.getProperty("signalbox.config", environment.getOrDefault("SIGNALBOX_CONFIG", ""));
		return file.isEmpty()
				? ConfigurationReader.read("configuration", "", environment)
				: ConfigurationReader.read(file, text(file), environment);
	}

	private static String text(String file) {
		try {
			return Files.readString(Path.of(file), StandardCharsets.UTF_8);
		} catch (IOException unreadable) {
			throw new ConfigurationException(file, List.of("this configuration file cannot be read: " + unreadable));
		}
	}
}
