package io.signalbox.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a JVM's {@code -Xlog:gc} says of its heap: how full it was at each collection, and after it. */
final class HeapLog {
	private static final Pattern COLLECTION = Pattern.compile(" (\\d+)M->(\\d+)M\\(\\d+M\\)");

	private final Path file;
	private int seen;

	HeapLog(Path file) {
		this.file = file;
	}

	/**
	 * Since the last look, in MiB.
	 *
	 * @param most the fullest, garbage included
	 * @param mostLive the most that a collection left
	 * @param last what the last collection left
	 */
	record Use(long most, long mostLive, long last) {}

	Use look() throws IOException {
		List<String> lines = Files.readAllLines(file);
		long most = 0;
		long mostLive = 0;
		long last = 0;
		for (String line : lines.subList(seen, lines.size())) {
			Matcher collection = COLLECTION.matcher(line);
			if (collection.find()) {
				last = Long.parseLong(collection.group(2));
				most = Math.max(most, Long.parseLong(collection.group(1)));
				mostLive = Math.max(mostLive, last);
			}
		}
		seen = lines.size();
		return new Use(most, mostLive, last);
	}
}
