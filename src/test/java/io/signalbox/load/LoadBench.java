package io.signalbox.load;

import io.signalbox.load.LoadReport.Goal;
import io.signalbox.load.LoadReport.Line;
import io.signalbox.route.RouteChanges;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How long a full table takes into a running box, until its last route forwards, and what memory that needs.
 * {@code LoadBench TABLE FOLDER PORT FPM-PORT BOX-COMMAND...}: prefixes one a line; where files may be written.
 */
public final class LoadBench {
	private static final int WARM_UP = 2;
	private static final int ROUNDS = 3;
	private static final double FPM_ROUTES_PER_SECOND = 300_000;
	private static final int CHANGES = 2_000;
	private static final double NANOS = 1e9;
	private static final String SOURCE = "/api/v1/route-sources/load";

	private final MeasuredBox box;
	private final LoadTable table;
	private final InetSocketAddress fpm;
	private final LoadReport report = new LoadReport();

	private LoadBench(MeasuredBox box, LoadTable table, InetSocketAddress fpm) {
		this.box = box;
		this.table = table;
		this.fpm = fpm;
	}

	public static void main(String[] arguments) throws IOException, InterruptedException {
		Path folder = Path.of(arguments[1]);
		LoadTable table = LoadTable.read(Path.of(arguments[0]));
		List<String> command = List.of(Arrays.copyOfRange(arguments, 4, arguments.length));
		try (MeasuredBox box = new MeasuredBox(command, Integer.parseInt(arguments[2]), folder)) {
			LoadBench bench = new LoadBench(
					box, table, new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[3])));
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
		measure("ndjson seconds", new Goal(false, 4), () -> put(ndjson, "application/x-ndjson"), this::forget);
		measure("mrt seconds", new Goal(false, 2.5), () -> put(mrt, "application/mrt"), this::forget);
		Files.delete(ndjson);
		Files.delete(mrt);
		RouteChanges changes = table.changes();
		measure("fpm seconds", new Goal(false, table.size() / FPM_ROUTES_PER_SECOND), () -> say(changes), this::forgetFpm);
		measureChanges(changes);
	}

	private void forget() throws IOException, InterruptedException {
		box.delete(SOURCE);
	}

	private void say(RouteChanges changes) throws InterruptedException {
		try (FpmLoad zebra = new FpmLoad(fpm)) {
			zebra.say(changes);
		}
	}

	private void forgetFpm() throws IOException, InterruptedException {
		long loaded = box.fibRoutes();
		FpmLoad.sayNothing(fpm);
		while (box.fibRoutes() > loaded - table.size()) {
			TimeUnit.MILLISECONDS.sleep(10);
		}
	}

	/** Single changes of a full table: from zebra's word to its answer, which comes when the route forwards. */
	private void measureChanges(RouteChanges changes) throws InterruptedException {
		try (FpmLoad zebra = new FpmLoad(fpm)) {
			zebra.say(changes);
			zebra.change(table, CHANGES);
			double[] millis = zebra.change(table, CHANGES);
			report.add(new Line("fpm change p99 milliseconds", "both", millis[CHANGES / 100 * 99], "ms", new Goal(false, 5),
					CHANGES, Map.of("median", millis[CHANGES / 2], "slowest", millis[CHANGES - 1])), System.out);
		}
	}

	/** Loads all, into a box that has none of it, or has the box forget it. */
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
	private void measure(String name, Goal goal, Load load, Load forget) throws IOException, InterruptedException {
		for (int round = 0; round < WARM_UP; round++) {
			round(load);
			forget.run();
		}
		long emptyHeap = box.liveHeap();
		box.forgetMostResident();
		Round best = new Round(Double.MAX_VALUE, Double.MAX_VALUE);
		double slowest = 0;
		for (int round = 0; round < ROUNDS; round++) {
			if (round > 0) {
				forget.run();
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
		forget.run();
	}
}
