package io.signalbox.config;

import java.util.List;

/** The configuration is wrong: all that is wrong with it, a sentence each that begins with the key. */
public final class ConfigurationException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	private final transient List<String> problems;

	ConfigurationException(String origin, List<String> problems) {
		super(origin + ":\n  " + String.join("\n  ", problems));
		this.problems = List.copyOf(problems);
	}

	public List<String> problems() {
		return problems;
	}
}
