package io.signalbox.load;

import io.signalbox.load.LoadReport.Goal;
import io.signalbox.load.LoadReport.Line;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long a full table takes into a running box, until its last route forwards, and what memory that needs.
 * {@code LoadBench TABLE FOLDER PORT BOX-COMMAND...}: prefixes one a line; where files may be written.
 */
public final class LoadBench {
	private static final int WARM_UP = 2;
	private static final int ROUNDS = 3;
	private static final double NANOS = 1e9;
	private static final String SOURCE = "/api/v1/route-sources/load";

	private final MeasuredBox box;
	private final LoadTable table;
	private final LoadReport report = new LoadReport();

	private LoadBench(MeasuredBox box, LoadTable table) {
		this.box = box;
		this.table = table;
	}

	public static void main(String[] arguments) throws IOException, InterruptedException {
		Path folder = Path.of(arguments[1]);
		LoadTable table = LoadTable.read(Path.of(arguments[0]));
		List<String> command = List.of(Arrays.copyOfRange(arguments, 3, arguments.length));
		try (MeasuredBox box = new MeasuredBox(command, Integer.parseInt(arguments[2]), folder)) {
			LoadBench bench = new LoadBench(box, table);
			bench.run(folder);
			bench.report.write(folder.resolve("load.json"));
			if (!bench.report.holds()) {
				System.exit(3);
			}
		}
	}

	private void run(Path folder) throws IOException, InterruptedException {
		Path ndjson = folder.resolve("load.ndjson");
		Path mrt = folder.resolve("load.mrt");
		table.writeNdjson(ndjson);
		table.writeMrt(mrt);
		measure("ndjson seconds", new Goal(false, 4), () -> put(ndjson, "application/x-ndjson"));
		measure("mrt seconds", new Goal(false, 2.5), () -> put(mrt, "application/mrt"));
		Files.delete(ndjson);
		Files.delete(mrt);
	}

	/** Loads all, into a box that has none of it. */
	private interface Load {
		void run() throws IOException, InterruptedException;
	}

	private void put(Path file, String type) throws IOException, InterruptedException {
		box.call("PUT", SOURCE + "/routes", type, BodyPublishers.ofFile(file));
	}

	/** One load in seconds. */
	private record Round(double wall, double cpu) {}

	private Round round(Load load) throws IOException, InterruptedException {
		long empty = box.fibRoutes();
		double cpu = box.cpuSeconds();
		long begin = System.nanoTime();
		load.run();
		Round round = new Round((System.nanoTime() - begin) / NANOS, box.cpuSeconds() - cpu);
		long loaded = box.fibRoutes() - empty;
		if (loaded != table.size()) {
			throw new IllegalStateException(loaded + " routes of " + table.size() + " are in the FIB");
		}
		return round;
	}

	/** The best of the rounds counts, for what others do on the machine only ever adds. */
	private void measure(String name, Goal goal, Load load) throws IOException, InterruptedException {
		for (int round = 0; round < WARM_UP; round++) {
			round(load);
			box.delete(SOURCE);
		}
		long emptyHeap = box.liveHeap();
		box.forgetMostResident();
		Round best = new Round(Double.MAX_VALUE, Double.MAX_VALUE);
		double slowest = 0;
		for (int round = 0; round < ROUNDS; round++) {
			if (round > 0) {
				box.delete(SOURCE);
			}
			Round now = round(load);
			slowest = Math.max(slowest, now.wall());
			best = new Round(Math.min(best.wall(), now.wall()), Math.min(best.cpu(), now.cpu()));
		}
		HeapLog.Use use = box.heap().look();
		Map<String, Double> detail = new LinkedHashMap<>();
		detail.put("routes", (double) table.size());
		detail.put("routesPerSecond", Math.rint(table.size() / best.wall()));
		detail.put("slowestSeconds", slowest);
		detail.put("cpuSeconds", best.cpu());
		detail.put("peakHeapMebibytes", (double) use.most());
		detail.put("peakLiveHeapMebibytes", (double) use.mostLive());
		detail.put("liveHeapAfterMebibytes", (double) box.liveHeap());
		detail.put("liveHeapEmptyMebibytes", (double) emptyHeap);
		detail.put("peakResidentMebibytes", (double) box.resident(true));
		report.add(new Line(name, "both", best.wall(), "s", goal, ROUNDS, detail), System.out);
		box.delete(SOURCE);
	}
}
