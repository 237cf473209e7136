package io.signalbox.config;

import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * The part of the configuration that Quarkus acts on: where it listens and how it logs. Above Quarkus' own files and
 * variables, so that the API's address is the one that was checked.
 */
public final class QuarkusSettings implements ConfigSource {
	private static final int ABOVE_ALL = 1000;

	private final Map<String, String> settings = settings();

	private static Map<String, String> settings() {
		Configuration configuration;
		try {
			configuration = Configurations.current();
		} catch (ConfigurationException refusedAtStart) {
			return Map.of("quarkus.http.host", "127.0.0.1");
		}
		return Map.of(
				"quarkus.http.host", configuration.api().host(),
				"quarkus.http.port", String.valueOf(configuration.api().port()),
				"quarkus.log.console.json.enabled", String.valueOf(configuration.log().json()),
				"quarkus.log.level", configuration.log().level());
	}

	@Override
	public Set<String> getPropertyNames() {
		return settings.keySet();
	}

	@Override
	public String getValue(String name) {
		return settings.get(name);
	}

	@Override
	public String getName() {
		return "signalbox configuration";
	}

	@Override
	public int getOrdinal() {
		return ABOVE_ALL;
	}
}
