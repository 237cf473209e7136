package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A hundred echo requests a second from a host that sends no others, counted by its kernel. */
record Pings(Host host, Daemon ping, long sentBefore, long answeredBefore) {
	private static final Duration SOON = Duration.ofSeconds(60);

	static Pings to(Host host, String destination) {
		long sent = counter(host, "OutEchos");
		long answered = counter(host, "InEchoReps");
		Daemon ping = Daemon.start(host, Path.of("/dev/null"), "ping", "-n", "-i", "0.01", "-q", destination);
		return new Pings(host, ping, sent, answered);
	}

	/** Waits for so many more answers. */
	void awaitAnswers(int count) {
		long now = counter(host, "InEchoReps");
		await().atMost(SOON).until(() -> counter(host, "InEchoReps") - now >= count);
	}

	/** Each request since the first has its answer. */
	void endAndExpectNoLoss() {
		ping.end();
		await().atMost(SOON).untilAsserted(() ->
				assertEquals(counter(host, "OutEchos") - sentBefore, counter(host, "InEchoReps") - answeredBefore));
	}

	private static long counter(Host host, String name) {
		List<String[]> lines = host.must("cat", "/proc/net/snmp").lines().filter(line -> line.startsWith("Icmp:"))
				.map(line -> line.split(" ")).toList();
		return Long.parseLong(lines.get(1)[Arrays.asList(lines.get(0)).indexOf(name)]);
	}
}
