package io.signalbox.lifecycle;

import io.quarkus.bootstrap.logging.InitialConfigurator;
import io.quarkus.bootstrap.logging.QuarkusDelayedHandler;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.signalbox.config.Configuration;
import io.signalbox.config.ConfigurationException;
import io.signalbox.config.Configurations;
import io.signalbox.dataplane.ffm.NativeDataplane;
import io.signalbox.store.StateDirectory;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import org.jboss.logmanager.handlers.ConsoleHandler;

/**
 * The process: {@code [--config FILE]}. What is wrong with the configuration is told before anything is started. Then the
 * box forwards, and only then the container starts, which the API takes and packets do not: half of the time of a start.
 * What is logged before is held back until Quarkus knows where it goes.
 */
@QuarkusMain
public final class Signalbox {
	private static final int FAILED = 1;
	private static final int USAGE = 2;

	private static volatile Box box;

	public static void main(String[] arguments) {
		if (arguments.length == 2 && arguments[0].equals("--config")) {
			System.setProperty("signalbox.config", arguments[1]);
		} else if (arguments.length != 0) {
			System.err.println("signalbox: expected nothing or --config FILE, found " + String.join(" ", arguments));
			System.exit(USAGE);
		}
		try {
			forward(Configurations.current());
		} catch (ConfigurationException wrong) {
			System.err.println("signalbox: the configuration is wrong; " + wrong.getMessage());
			System.exit(USAGE);
		} catch (RuntimeException failure) {
			end(FAILED, failure);
		}
		Quarkus.run(null, Signalbox::end);
	}

	private static void forward(Configuration configuration) {
		ApiPort.needFree(configuration.api());
		Kept kept = Kept.open(configuration, configuration.stateDirectory().map(StateDirectory::open));
		Box made = new Box(configuration, kept, new NativeDataplane());
		made.start();
		box = made;
	}

	/** The box that forwards since before the container's start. */
	static Optional<Box> started() {
		return Optional.ofNullable(box);
	}

	/** The last line of a start that failed is its cause, after all that was logged. */
	private static void end(int status, Throwable failure) {
		if (failure != null) {
			QuarkusDelayedHandler heldBack = InitialConfigurator.DELAYED_HANDLER;
			if (!heldBack.isActivated()) {
				ConsoleHandler console = InitialConfigurator.createDefaultHandler();
				console.setLevel(Level.INFO);
				heldBack.setHandlers(new Handler[] {console});
			}
			Throwable cause = failure;
			while (cause.getCause() != null) {
				cause = cause.getCause();
			}
			System.err.println("signalbox: the start failed: " + cause.getMessage());
		}
		System.exit(status);
	}
}
