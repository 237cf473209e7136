package io.signalbox.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file system of its own in memory, small enough to be filled, that can become read-only. Needs root. */
public final class SmallDisk implements AutoCloseable {
	private final Path path;

	private SmallDisk(Path path) {
		this.path = path;
	}

	public static SmallDisk mounted(Path at, int kibibytes) throws IOException {
		assumeTrue("root".equals(System.getProperty("user.name")), "only root mounts");
		run("mount", "-t", "tmpfs", "-o", "size=" + kibibytes + "k", "sbx-store-test", at.toString());
		return new SmallDisk(at);
	}

	public Path path() {
		return path;
	}

	/** Takes all that is free, but for some pages. */
	public void fill() throws IOException {
		Files.write(path.resolve("filler"), new byte[(int) Math.max(0, path.toFile().getUsableSpace() - 8_192)]);
	}

	public void makeRoom() throws IOException {
		Files.delete(path.resolve("filler"));
	}

	public void makeReadOnly() throws IOException {
		run("mount", "-o", "remount,ro", path.toString());
	}

	@Override
	public void close() throws IOException {
		run("umount", "-l", path.toString());
	}

	private static void run(String... command) throws IOException {
		Process process = new ProcessBuilder(List.of(command)).inheritIO().start();
		try {
			if (process.waitFor() != 0) {
				throw new IOException(String.join(" ", command) + " failed");
			}
		} catch (InterruptedException interrupted) {
			throw new IOException(interrupted);
		}
	}
}
