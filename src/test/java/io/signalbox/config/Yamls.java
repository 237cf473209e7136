package io.signalbox.config;

import java.util.Map;

/** Configurations for tests of other packages. */
public final class Yamls {
	private Yamls() {}

	public static Configuration read(String yaml) {
		return read(yaml, Map.of());
	}

	public static Configuration read(String yaml, Map<String, String> environment) {
		return ConfigurationReader.read("box.yaml", yaml, environment);
	}
}
