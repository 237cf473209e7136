package io.signalbox.net;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;

/** The full table of real data beside the project; a test that asks for it is skipped, and says so, where it is absent. */
public final class RealTable {
	private static final Path FILE = Path.of("../shared/data/tables/bart-prefixes-v4v6.txt.gz");
	private static final Path FROM_WORKTREE = Path.of("../../shared/data/tables/bart-prefixes-v4v6.txt.gz");

	private RealTable() {}

	/** 901,899 IPv4 and 160,147 IPv6 prefixes, by family, address and length. */
	public static List<Prefix> read() throws IOException {
		Path file = Files.exists(FILE) ? FILE : FROM_WORKTREE;
		Assumptions.assumeTrue(Files.exists(file), "skipped: " + FILE + " is not there");
		try (BufferedReader lines = new BufferedReader(new InputStreamReader(
				new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII))) {
			return lines.lines().map(Prefix::parse).toList();
		}
	}
}
