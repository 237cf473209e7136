package io.signalbox.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A routing daemon in a host's namespace; its output is in a file. It ends with the tests, however those end. */
record Daemon(Process process) implements AutoCloseable {
	private static final int ENDS_WITHIN_SECONDS = 20;

	static Daemon start(Host host, Path log, String... command) {
		List<String> tied = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL"));
		tied.addAll(List.of(command));
		try {
			return new Daemon(new ProcessBuilder(host.command(tied.toArray(String[]::new)))
					.redirectErrorStream(true).redirectOutput(log.toFile()).start());
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** SIGKILL: it says goodbye to nobody. */
	void kill() {
		process.destroyForcibly().onExit().join();
	}

	/** SIGTERM: it tells its peers. */
	void end() {
		process.destroy();
		try {
			if (!process.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
				kill();
			}
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(e);
		}
	}

	@Override
	public void close() {
		kill();
	}
}
