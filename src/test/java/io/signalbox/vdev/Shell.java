package io.signalbox.vdev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Commands and kernel settings of this machine. */
final class Shell {
	private Shell() {}

	/** Runs a command that must succeed. */
	static void run(String... command) {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			int status = process.waitFor();
			if (status != 0) {
				throw new IllegalStateException(String.join(" ", command) + ": status " + status + ": " + output);
			}
		} catch (IOException failed) {
			throw new UncheckedIOException(failed);
		} catch (InterruptedException interrupted) {
			throw new IllegalStateException(interrupted);
		}
	}

	static void write(String file, String text) {
		try {
			Files.writeString(Path.of(file), text);
		} catch (IOException failed) {
			throw new UncheckedIOException(failed);
		}
	}
}
