package io.signalbox.lifecycle;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.signalbox.config.ConfigurationException;
import io.signalbox.config.Configurations;

/** The process: {@code [--config FILE]}. What is wrong with the configuration is told before anything is started. */
@QuarkusMain
public final class Signalbox {
	private static final int USAGE = 2;

	public static void main(String[] arguments) {
		if (arguments.length == 2 && arguments[0].equals("--config")) {
			System.setProperty("signalbox.config", arguments[1]);
		} else if (arguments.length != 0) {
			System.err.println("signalbox: expected nothing or --config FILE, found " + String.join(" ", arguments));
			System.exit(USAGE);
		}
		try {
			Configurations.current();
		} catch (ConfigurationException wrong) {
			System.err.println("signalbox: the configuration is wrong; " + wrong.getMessage());
			System.exit(USAGE);
		}
		Quarkus.run(null, Signalbox::end);
	}

	/** The last line of a start that failed is its cause. */
	private static void end(int status, Throwable failure) {
		if (failure != null) {
			Throwable cause = failure;
			while (cause.getCause() != null) {
				cause = cause.getCause();
			}
			System.err.println("signalbox: the start failed: " + cause.getMessage());
		}
		System.exit(status);
	}
}
