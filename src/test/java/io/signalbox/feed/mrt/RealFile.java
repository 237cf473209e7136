package io.signalbox.feed.mrt;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;

/** Files of real collectors beside the project; a test that asks for one is skipped, and says so, where it is absent. */
final class RealFile {
	private static final Path DATA = Path.of("../shared/data");
	private static final Path FROM_WORKTREE = Path.of("../../shared/data");

	private RealFile() {}

	private static Path find(String name) {
		Path file = Files.exists(DATA.resolve(name)) ? DATA.resolve(name) : FROM_WORKTREE.resolve(name);
		boolean there = Files.exists(file);
		if (!there) {
			System.out.println("skipped: " + DATA.resolve(name) + " is not there");
		}
		Assumptions.assumeTrue(there, "skipped: " + DATA.resolve(name) + " is not there");
		return file;
	}

	static InputStream open(String name) throws IOException {
		return Files.newInputStream(find(name));
	}

	/** What {@code bgpdump -m} prints for the file: a line an announced or withdrawn prefix or a change of state. */
	static BufferedReader golden(String name) throws IOException {
		String file = "expect/" + Path.of(name).getFileName() + ".bgp.gz";
		return new BufferedReader(new InputStreamReader(
				new GZIPInputStream(Files.newInputStream(find(file))), StandardCharsets.US_ASCII));
	}
}
