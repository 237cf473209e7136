package io.signalbox.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Commands of the machine, run to their end. */
final class Shell {
	private static final int LIMIT_SECONDS = 120;

	/** What a command said on both outputs, and its exit status. */
	record Outcome(List<String> command, int status, String output) {
		/** Fails the test unless the command succeeded. */
		String succeeded() {
			assertEquals(0, status, this::toString);
			return output;
		}

		@Override
		public String toString() {
			return "$ " + String.join(" ", command) + "\n" + output + "(status " + status + ")";
		}
	}

	private Shell() {
	}

	static Outcome run(String... command) {
		return run(List.of(command));
	}

	static Outcome run(List<String> command) {
		try {
			// A file, not a pipe: a child that outlives the command must not keep us waiting.
			Path output = Files.createTempFile("sbx-e2e", ".out");
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
					.redirectInput(Path.of("/dev/null").toFile()).redirectOutput(output.toFile()).start();
			boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
			String text = Files.readString(output, StandardCharsets.UTF_8);
			Files.delete(output);
			if (!ended) {
				process.destroyForcibly();
				throw new AssertionError("no end after " + LIMIT_SECONDS + " s: " + String.join(" ", command) + "\n" + text);
			}
			return new Outcome(command, process.exitValue(), text);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(e);
		}
	}

	/** Runs a line of bash from the project's folder. */
	static Outcome bash(String line) {
		return run("bash", "-c", "cd '" + Project.ROOT + "' && " + line);
	}
}
