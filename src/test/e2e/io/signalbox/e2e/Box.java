package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The packaged application as a process of its own, on a free port, with a configuration of the test. */
final class Box implements AutoCloseable {
	private static final Duration READY_WITHIN = Duration.ofSeconds(60);

	private final Path folder;
	private final int port;
	private int heapMebibytes = 512;
	private Process process;

	private Box(Path folder, int port) {
		this.folder = folder;
		this.port = port;
	}

	/** An interface of a configuration. */
	record Port(String name, String device, List<String> addresses) {
		String yaml() {
			return "  - {name: " + name + ", device: \"" + device + "\", addresses: [\"" + String.join("\", \"", addresses)
					+ "\"]}\n";
		}
	}

	/** Starts a box and waits until it is ready. */
	static Box ready(List<Port> ports, Map<String, String> routes) {
		Box box = configured(ports, routes);
		box.start();
		return box;
	}

	/** A box that is not started yet. Routes are prefixes with their next hops. */
	static Box configured(List<Port> ports, Map<String, String> routes) {
		Project.requireBuilt();
		try {
			Box box = new Box(Files.createTempDirectory("sbx-e2e"), freePort());
			StringBuilder yaml = new StringBuilder("api: {host: 127.0.0.1, port: " + box.port + "}\n")
					.append("lcores: [").append(lastCpu()).append("]\n")
					.append("memory: {hugepages: auto, mebibytes: 256}\n")
					// Neighbors age in seconds, so that tests can wait for it.
					.append("dataplane: {mbufs: 16384, neighborReachableMillis: 3000, neighborRetransmitMillis: 300}\n");
			yaml.append(ports.isEmpty() ? "" : "interfaces:\n");
			ports.forEach(port -> yaml.append(port.yaml()));
			yaml.append(routes.isEmpty() ? "" : "routes:\n");
			routes.forEach((prefix, nextHop) -> yaml.append("  - {destinationPrefix: \"").append(prefix)
					.append("\", nextHops: [{address: \"").append(nextHop).append("\"}]}\n"));
			Files.writeString(box.folder.resolve("box.yaml"), yaml);
			return box;
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** The same box with a stateDirectory, its own or that of another box. */
	Box keepingIn(Path stateDirectory) {
		try {
			Files.writeString(folder.resolve("box.yaml"), "stateDirectory: " + stateDirectory + "\n", StandardOpenOption.APPEND);
			return this;
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** Adds a line to the configuration of a box that is not started yet. */
	Box also(String yaml) {
		try {
			Files.writeString(folder.resolve("box.yaml"), yaml + "\n", StandardOpenOption.APPEND);
			return this;
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** The process's id. */
	long pid() {
		return process.pid();
	}

	/** The same box with so many MiB of heap. */
	Box withHeap(int mebibytes) {
		heapMebibytes = mebibytes;
		return this;
	}

	/** Starts the process and waits until it is ready; its log is in the failure when it does not come to that. */
	void start() {
		launch();
		awaitReady();
	}

	/** Waits until the launched process is ready. */
	void awaitReady() {
		try {
			await().atMost(READY_WITHIN).pollInterval(Duration.ofMillis(100))
					.failFast("the process has ended", () -> !process.isAlive())
					.until(() -> rest().status("/q/health/ready") == 200);
		} catch (RuntimeException e) {
			process.destroyForcibly();
			throw new AssertionError("the box did not become ready; its log:\n" + log(), e);
		}
	}

	/** Starts the process and returns at once. */
	void launch() {
		List<String> command = new ArrayList<>(List.of(
				// Should the tests be killed, the box stops by itself.
				"setpriv", "--pdeathsig", "TERM",
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@" + Project.JVM_OPTIONS, "-Xmx" + heapMebibytes + "m"));
		if (Files.exists(Project.ARCHIVE)) {
			command.add("-XX:AOTCache=" + Project.ARCHIVE);
		}
		command.addAll(List.of("-Dsignalbox.library=" + Project.LIBRARY, "-jar", Project.APPLICATION.toString()));
		ProcessBuilder builder = new ProcessBuilder(command)
				.redirectErrorStream(true).redirectOutput(logFile().toFile());
		builder.environment().put("SIGNALBOX_CONFIG", folder.resolve("box.yaml").toString());
		try {
			process = builder.start();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	Rest rest() {
		return new Rest(port);
	}

	String log() {
		try {
			return Files.readString(logFile(), StandardCharsets.UTF_8);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** SIGTERM; returns how long the process took to end, at most {@code limit}. */
	Duration stop(Duration limit) {
		long begin = System.nanoTime();
		process.destroy();
		if (!endsWithin(limit)) {
			throw new AssertionError("the box still ran " + limit.toMillis() + " ms after SIGTERM; its log:\n" + log());
		}
		return Duration.ofNanos(System.nanoTime() - begin);
	}

	/** SIGKILL. */
	void kill() {
		process.destroyForcibly();
		endsWithin(Duration.ofSeconds(10));
	}

	boolean endsWithin(Duration limit) {
		try {
			return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(e);
		}
	}

	int exitStatus() {
		return process.exitValue();
	}

	@Override
	public void close() {
		if (process != null && process.isAlive()) {
			process.destroy();
			if (!endsWithin(Duration.ofSeconds(10))) {
				kill();
			}
		}
		Shell.run("rm", "-rf", folder.toString());
	}

	private Path logFile() {
		return folder.resolve("log");
	}

	private static int freePort() throws IOException {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			return socket.getLocalPort();
		}
	}

	private static int lastCpu() {
		return Runtime.getRuntime().availableProcessors() - 1;
	}
}
