package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.e2e.Shell.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo as the README has it, and every way to end it. */
@EndToEnd
class DemoTest {
	private static final Duration UP_WITHIN = Duration.ofMinutes(3);
	private static final Duration ENDED_WITHIN = Duration.ofSeconds(15);
	private static final String API = "http://127.0.0.1:8080";

	@Test
	@Timeout(value = 6, unit = TimeUnit.MINUTES)
	void theReadmeHolds() throws IOException {
		List<String> commands = Files.readAllLines(Project.ROOT.resolve("README.md")).stream()
				.filter(line -> line.startsWith("$ ")).map(line -> line.substring(2)).toList();
		assertTrue(commands.contains("./signalbox run"), "README.md does not show ./signalbox run");
		String hugepages = hugepages();
		try (Demo demo = new Demo("./signalbox run")) {
			demo.awaitOutput("Ctrl-C stops the box");
			System.out.print(demo.output().lines().filter(line -> line.matches(".*\\d\\.\\d s"))
					.map(line -> "measured: " + line + "\n").reduce("", String::concat));
			assertThreeLinesHold(demo);
			commands.stream().filter(command -> command.contains("curl") || command.contains("./signalbox ctl") || command.startsWith("ip netns"))
					.forEach(command -> Shell.bash(command).succeeded());
			assertSinglePutIsQuick();
			assertSecondIsRefused();
			demo.signal("INT");
			assertEquals(130, demo.status());
		}
		assertNothingLeft(hugepages);
	}

	private static void assertThreeLinesHold(Demo demo) {
		List<String> lines = demo.output().lines().filter(line -> line.startsWith("  ")).map(String::strip).toList();
		assertEquals(3, lines.size(), demo::output);
		assertTrue(Shell.bash(lines.get(0)).succeeded().contains(" 0% packet loss"));
		String verdict = Shell.bash(lines.get(1)).succeeded();
		assertTrue(verdict.contains("forward") && verdict.contains("203.0.113.0/24"), verdict);
		Outcome page = Shell.bash("curl -sf " + lines.get(2));
		assertTrue(page.succeeded().contains("Signalbox"), page::toString);
		String fib = Shell.bash("curl -sf " + API + "/api/v1/statistics/fib").succeeded();
		assertTrue(Pattern.compile("\"routes\": *1000\\d\\d\\d\\b").matcher(fib).find(), fib);
	}

	/** On the full table. The median is printed; only a stall would fail. */
	private static void assertSinglePutIsQuick() {
		Rest rest = new Rest(8080);
		long[] micros = new long[201];
		for (int at = 0; at < micros.length; at++) {
			long begin = System.nanoTime();
			rest.route("198.51.100." + at + "/32", "198.19.0.2");
			micros[at] = (System.nanoTime() - begin) / 1_000;
		}
		Arrays.sort(micros);
		System.out.printf("measured: one PUT on the full table, median %.1f ms, slowest %.1f ms%n",
				micros[micros.length / 2] / 1e3, micros[micros.length - 1] / 1e3);
		assertTrue(micros[micros.length / 2] < 1_000_000, () -> Arrays.toString(micros));
	}

	private static void assertSecondIsRefused() {
		Outcome second = Shell.bash("./signalbox run");
		assertEquals(1, second.status(), second::toString);
		assertTrue(second.output().contains("a demo runs already"), second::toString);
	}

	@Test
	void sigtermDuringTheStartLeavesNothing() {
		String hugepages = hugepages();
		try (Demo demo = new Demo("./signalbox run")) {
			demo.awaitOutput("starting the box");
			demo.signal("TERM");
			assertEquals(143, demo.status());
		}
		assertNothingLeft(hugepages);
	}

	@Test
	void theNextDemoClearsWhatAKilledOneLeft() {
		String hugepages = hugepages();
		try (Demo killed = new Demo("./signalbox run")) {
			killed.awaitOutput("starting the box");
			killed.signal("KILL");
			killed.status();
		}
		assertTrue(Shell.run("ip", "netns", "list").output().contains("sbx-demo-left"));
		try (Demo demo = new Demo("./signalbox run")) {
			demo.awaitOutput("generating a table");
			demo.signal("INT");
			demo.status();
		}
		assertNothingLeft(hugepages);
	}

	private static void assertNothingLeft(String hugepages) {
		await().atMost(ENDED_WITHIN).untilAsserted(() -> {
			assertFalse(Shell.run("ip", "netns", "list").output().contains("sbx-demo"), "a namespace is left");
			assertFalse(Shell.run("ip", "link").output().contains("sbx-demo"), "a veth is left");
			assertEquals("", Shell.bash("grep -lsz ^SIGNALBOX_CONFIG=/run/signalbox-demo /proc/[0-9]*/environ").output());
			assertEquals(hugepages, hugepages());
			assertFalse(Files.exists(Path.of("/run/signalbox-demo")));
		});
	}

	private static String hugepages() {
		return Shell.bash("cat /proc/sys/vm/nr_hugepages").succeeded();
	}

	/** A line of bash in a session of its own, as a terminal would run it, with its output in a file. Ends with the tests. */
	private static final class Demo implements AutoCloseable {
		private final Path file;
		private final Process process;

		Demo(String line) {
			try {
				file = Files.createTempFile("sbx-e2e", ".out");
				// Ctrl-C counts also where whoever runs the tests has it ignored.
				process = new ProcessBuilder("setpriv", "--pdeathsig", "TERM", "setsid", "env", "--default-signal=INT",
						"bash", "-c", "exec " + line).directory(Project.ROOT.toFile())
						.redirectErrorStream(true).redirectOutput(file.toFile()).start();
			} catch (IOException e) {
				throw new UncheckedIOException(e);
			}
		}

		String output() {
			try {
				return Files.readString(file, StandardCharsets.UTF_8);
			} catch (IOException e) {
				throw new UncheckedIOException(e);
			}
		}

		void awaitOutput(String text) {
			await().atMost(UP_WITHIN).pollInterval(Duration.ofMillis(100))
					.failFast(() -> {
						assertTrue(process.isAlive() || output().contains(text), this::output);
					})
					.until(() -> output().contains(text));
		}

		/** To the foreground process group, as Ctrl-C does. */
		void signal(String name) {
			Shell.run("kill", "-s", name, "--", "-" + process.pid()).succeeded();
		}

		int status() {
			try {
				assertTrue(process.waitFor(ENDED_WITHIN.toSeconds(), TimeUnit.SECONDS), this::output);
				return process.exitValue();
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
				throw new IllegalStateException(e);
			}
		}

		@Override
		public void close() {
			if (process.isAlive()) {
				Shell.run("kill", "-s", "TERM", "--", "-" + process.pid());
				status();
			}
		}
	}
}
