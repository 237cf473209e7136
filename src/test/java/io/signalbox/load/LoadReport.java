package io.signalbox.load;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The rows' lines, as text and as the JSON that all rows of the bench have. */
final class LoadReport {
	private final List<Line> lines = new ArrayList<>();

	/** A bound that a figure must keep. */
	record Goal(boolean least, double bound) {
		boolean holds(double value) {
			return least ? value >= bound : value <= bound;
		}
	}

	/** One figure with what stands behind it. */
	record Line(String measure, String family, double value, String unit, Goal goal, int rounds, Map<String, Double> detail) {
		boolean holds() {
			return goal.holds(value);
		}

		private String json() {
			String figures = detail.entrySet().stream()
					.map(entry -> "\"" + entry.getKey() + "\": " + number(entry.getValue()))
					.collect(Collectors.joining(", "));
			return "{\"row\": \"load\", \"measure\": \"" + measure + "\", \"family\": \"" + family + "\", \"value\": "
					+ number(value) + ", \"unit\": \"" + unit + "\", \"" + (goal.least() ? "atLeast" : "atMost") + "\": "
					+ number(goal.bound()) + ", \"holds\": " + holds() + ", \"rounds\": " + rounds + ", \"detail\": {"
					+ figures + "}}";
		}
	}

	private static String number(double value) {
		return value == Math.rint(value) && Math.abs(value) < 1e15
				? String.valueOf((long) value)
				: String.format(Locale.ROOT, "%.6g", value);
	}

	void add(Line line, PrintStream out) {
		lines.add(line);
		out.printf(Locale.ROOT, "%-16s %-34s %-6s %14s %-14s %-12s %6d  %s%n", "load", line.measure(), line.family(),
				number(line.value()), line.unit(), (line.goal().least() ? ">= " : "<= ") + number(line.goal().bound()),
				line.rounds(), line.holds() ? "holds" : "DOES NOT HOLD");
		Map<String, String> detail = new LinkedHashMap<>();
		line.detail().forEach((name, value) -> detail.put(name, number(value)));
		out.println("                 " + detail.entrySet().stream()
				.map(entry -> entry.getKey() + " " + entry.getValue()).collect(Collectors.joining(", ")));
	}

	boolean holds() {
		return lines.stream().allMatch(Line::holds);
	}

	void write(Path file) throws IOException {
		String rows = lines.stream().map(line -> "    " + line.json()).collect(Collectors.joining(",\n"));
		Files.writeString(file, "{\n  \"machine\": " + machine() + ",\n  \"rows\": [\n" + rows + "\n  ]\n}\n");
	}

	private static String machine() throws IOException {
		String cpu = Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
				.filter(line -> line.startsWith("model name")).findFirst()
				.map(line -> line.replaceFirst("[^:]*: ", "").replaceAll("[\"\\\\]", "")).orElse("unknown");
		String memory = Files.readAllLines(Path.of("/proc/meminfo")).getFirst().replaceAll("\\D", "");
		return "{\"cpu\": \"" + cpu + "\", \"cores\": " + Runtime.getRuntime().availableProcessors()
				+ ", \"memoryMebibytes\": " + (Long.parseLong(memory) >> 10) + ", \"kernel\": \""
				+ System.getProperty("os.version") + "\"}";
	}
}
