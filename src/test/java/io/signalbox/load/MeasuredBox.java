package io.signalbox.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The packaged product as a process of its own, with what the kernel and its JVM say of it. */
final class MeasuredBox implements AutoCloseable {
	private static final Duration START = Duration.ofSeconds(90);
	private static final double TICKS = 100;
	private static final String WORKER = "(dpdk-worker";

	private final Process process;
	private final String api;
	private final HttpClient client = HttpClient.newHttpClient();
	private final HeapLog heap;
	private final Path log;

	/** Starts it and waits until it is ready. */
	MeasuredBox(List<String> command, int port, Path folder) throws IOException, InterruptedException {
		api = "http://127.0.0.1:" + port;
		log = folder.resolve("box.log");
		Path gc = folder.resolve("gc.log");
		Files.deleteIfExists(gc);
		heap = new HeapLog(gc);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
		builder.environment().put("JAVA_TOOL_OPTIONS", "-Xlog:gc:file=" + gc);
		process = builder.start();
		long deadline = System.nanoTime() + START.toNanos();
		while (!isReady()) {
			if (!process.isAlive() || System.nanoTime() > deadline) {
				close();
				throw new IllegalStateException("the box did not become ready:\n" + Files.readString(log));
			}
			TimeUnit.MILLISECONDS.sleep(100);
		}
	}

	private boolean isReady() throws InterruptedException {
		try {
			return send("GET", "/q/health/ready", "", BodyPublishers.noBody()).statusCode() == 200;
		} catch (IOException notYet) {
			return false;
		}
	}

	private HttpResponse<String> send(String method, String path, String type, BodyPublisher body)
			throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(api + path)).method(method, body);
		if (!type.isEmpty()) {
			request.header("Content-Type", type);
		}
		return client.send(request.build(), BodyHandlers.ofString());
	}

	/** The body of an answer of success. */
	String call(String method, String path, String type, BodyPublisher body) throws IOException, InterruptedException {
		HttpResponse<String> answer = send(method, path, type, body);
		if (answer.statusCode() >= 300) {
			throw new IllegalStateException(method + " " + path + ": " + answer.body());
		}
		return answer.body();
	}

	String get(String path) throws IOException, InterruptedException {
		return call("GET", path, "", BodyPublishers.noBody());
	}

	void delete(String path) throws IOException, InterruptedException {
		call("DELETE", path, "", BodyPublishers.noBody());
	}

	/** Routes of both families that the data plane has. */
	long fibRoutes() throws IOException, InterruptedException {
		Matcher routes = Pattern.compile("\"routes\": *(\\d+)").matcher(get("/api/v1/statistics/fib"));
		long sum = 0;
		while (routes.find()) {
			sum += Long.parseLong(routes.group(1));
		}
		return sum;
	}

	HeapLog heap() {
		return heap;
	}

	/** What lives on the heap, MiB: a full collection, then a look. */
	long liveHeap() throws IOException, InterruptedException {
		new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
				String.valueOf(process.pid()), "GC.run").redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
		return heap.look().last();
	}

	/** MiB of memory that the process has now, or its most since {@link #forgetMostResident}. */
	long resident(boolean most) throws IOException {
		String name = most ? "VmHWM:" : "VmRSS:";
		try (Stream<String> lines = Files.lines(proc().resolve("status"))) {
			return lines.filter(line -> line.startsWith(name))
					.mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10).findFirst().orElseThrow();
		}
	}

	void forgetMostResident() throws IOException {
		Files.writeString(proc().resolve("clear_refs"), "5");
	}

	private Path proc() {
		return Path.of("/proc", String.valueOf(process.pid()));
	}

	/** Seconds of CPU that all its threads took so far, but for the workers, which poll whatever happens. */
	double cpuSeconds() throws IOException {
		long ticks = 0;
		try (Stream<Path> threads = Files.list(proc().resolve("task"))) {
			for (Path thread : threads.toList()) {
				String stat = Files.readString(thread.resolve("stat"));
				if (!stat.contains(WORKER)) {
					String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
					ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
				}
			}
		}
		return ticks / TICKS;
	}

	@Override
	public void close() {
		process.destroy();
		try {
			if (!process.waitFor(10, TimeUnit.SECONDS)) {
				process.destroyForcibly();
			}
		} catch (InterruptedException interrupted) {
			process.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}
}
