package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import io.signalbox.e2e.Box.Port;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A box that is fed by BIRD through the kernel of BIRD's namespace, with a BIRD and a gobgpd as its peers.
 *
 * <pre>
 * caller 192.0.2.10 ── box ── lan 198.51.100.0/24 ─┬─ alpha .10, AS 65010 (BIRD)
 *                              BIRD .2, AS 65000 ──┴─ beta  .20, AS 65020 (gobgpd)
 * </pre>
 * Alpha announces {@link #MANY} prefixes of 198.18.0.0/15 and {@link #SOME} of 2001:db8:8000::/34; {@link #BOTH} comes
 * from both, and alpha is preferred.
 */
final class BirdLab implements AutoCloseable {
	static final int MANY = 100_000;
	static final int SOME = 1_000;
	static final String BOTH = "203.0.113.0/24";
	static final String SERVER = "203.0.113.10";
	static final String ALPHA = "198.51.100.10";
	static final String BETA = "198.51.100.20";

	private static final String QUICK = "connect retry time 1; connect delay time 1; error wait time 1,2; graceful restart on;";

	private final Path folder;
	private final Host caller;
	private final Host router;
	private final Host alpha;
	private final Host beta;
	private final Box box;
	private final Daemon gobgpd;
	private Daemon bird;
	private Daemon alphaBird;

	BirdLab() {
		try {
			folder = Files.createTempDirectory("sbx-e2e-bird");
			caller = Host.create("caller", List.of("192.0.2.10/24", "2001:db8:1::10/64"), List.of("192.0.2.1", "2001:db8:1::1"));
			router = Host.create("bird", List.of(), List.of());
			router.must("ip", "link", "add", "lan", "type", "bridge");
			router.must("ip", "link", "set", "lan", "up");
			router.must("ip", "link", "set", "eth0", "master", "lan");
			router.address("lan", "198.51.100.2/24");
			router.address("lan", "2001:db8:2::2/64");
			alpha = peer("alpha", 10);
			beta = peer("beta", 20);
			writeConfigurations();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
		box = Box.configured(
				List.of(new Port("caller", caller.device(0), List.of("192.0.2.1/24", "2001:db8:1::1/64")),
						new Port("lan", router.device(1), List.of("198.51.100.1/24", "2001:db8:2::1/64"))), Map.of())
				.also("feeds: {kernel: {namespace: " + router.port() + "}}");
		box.start();
		startAlpha();
		gobgpd = Daemon.start(beta, folder.resolve("gobgpd.log"),
				"gobgpd", "-f", folder.resolve("gobgpd.toml").toString(), "--api-hosts", "127.0.0.1:50051");
		startBird();
		await().atMost(Duration.ofSeconds(20)).until(
				() -> beta.run("gobgp", "-p", "50051", "global", "rib", "add", BOTH).status() == 0);
	}

	/** A host on the bridge of BIRD's namespace, which has the addresses of all that it announces. */
	private Host peer(String name, int number) {
		Host peer = Host.create(name, List.of("198.51.100." + number + "/24", "2001:db8:2::" + number + "/64"),
				List.of("198.51.100.1", "2001:db8:2::1"));
		Shell.run("ip", "link", "set", peer.port(), "netns", router.port()).succeeded();
		router.must("ip", "link", "set", peer.port(), "master", "lan", "up");
		peer.must("ip", "route", "add", "local", "198.18.0.0/15", "dev", "lo");
		peer.must("ip", "route", "add", "local", BOTH, "dev", "lo");
		peer.must("ip", "-6", "route", "add", "local", "2001:db8:8000::/34", "dev", "lo");
		return peer;
	}

	private void writeConfigurations() throws IOException {
		String exported = "persist; graceful restart on; scan time 20;";
		Files.writeString(folder.resolve("bird.conf"), """
				router id 198.51.100.2;
				graceful restart wait 30;
				protocol device { scan time 5; }
				protocol kernel { %s ipv4 { export all; import none; }; }
				protocol kernel { %s ipv6 { export all; import none; }; }
				template bgp peer { local as 65000; %s ipv4 { import all; export none; }; ipv6 { import all; export none; }; }
				protocol bgp alpha from peer {
					neighbor 198.51.100.10 as 65010;
					ipv4 { import filter { bgp_local_pref = 200; accept; }; };
				}
				protocol bgp beta from peer { neighbor 198.51.100.20 as 65020; }
				""".formatted(exported, exported, QUICK));
		StringBuilder text = new StringBuilder("router id 198.51.100.10;\nprotocol device { }\nprotocol static { ipv4;\n")
				.append("route ").append(BOTH).append(" blackhole;\n");
		for (int number = 0; number < MANY; number++) {
			text.append("route ").append(address(number)).append("/32 blackhole;\n");
		}
		text.append("}\nprotocol static { ipv6;\n");
		for (int number = 0; number < SOME; number++) {
			text.append("route 2001:db8:8000:").append(Integer.toHexString(number)).append("::/64 blackhole;\n");
		}
		text.append("}\nprotocol bgp upstream { local 198.51.100.10 as 65010; neighbor 198.51.100.2 as 65000; ").append(QUICK)
				.append(" ipv4 { import none; export all; }; ipv6 { import none; export all; }; }\n");
		Files.writeString(folder.resolve("alpha.conf"), text);
		Files.writeString(folder.resolve("gobgpd.toml"), """
				[global.config]
				  as = 65020
				  router-id = "198.51.100.20"
				[[neighbors]]
				  [neighbors.config]
				    neighbor-address = "198.51.100.2"
				    peer-as = 65000
				  [neighbors.timers.config]
				    connect-retry = 5
				    idle-hold-time-after-reset = 1
				  [neighbors.graceful-restart.config]
				    enabled = true
				    restart-time = 30
				  [[neighbors.afi-safis]]
				    [neighbors.afi-safis.config]
				      afi-safi-name = "ipv4-unicast"
				    [neighbors.afi-safis.mp-graceful-restart.config]
				      enabled = true
				""");
	}

	/** Of the prefixes that alpha announces, each a single address. */
	static String address(int number) {
		return "198." + (18 + (number >> 16)) + "." + (number >> 8 & 255) + "." + (number & 255);
	}

	/** As after a crash: its peers still have its routes, and it waits for theirs before it removes any. */
	void startBird() {
		bird = bird(router, "bird", "-R");
	}

	void startAlpha() {
		alphaBird = bird(alpha, "alpha");
	}

	private Daemon bird(Host host, String name, String... more) {
		String[] command = {"bird", "-f", "-c", folder.resolve(name + ".conf").toString(),
				"-s", folder.resolve(name + ".ctl").toString()};
		String[] whole = Stream.of(command, more).flatMap(Arrays::stream).toArray(String[]::new);
		return Daemon.start(host, folder.resolve(name + ".log"), whole);
	}

	Daemon bird() {
		return bird;
	}

	Daemon alphaBird() {
		return alphaBird;
	}

	/** What BIRD says of itself. */
	String birdc(String... words) {
		String[] command = {"birdc", "-s", folder.resolve("bird.ctl").toString()};
		return router.run(Stream.of(command, words).flatMap(Arrays::stream).toArray(String[]::new))
				.output();
	}

	Host caller() {
		return caller;
	}

	Host beta() {
		return beta;
	}

	Rest rest() {
		return box.rest();
	}

	String log() {
		return box.log();
	}

	@Override
	public void close() {
		box.close();
		Optional.ofNullable(bird).ifPresent(Daemon::close);
		Optional.ofNullable(alphaBird).ifPresent(Daemon::close);
		gobgpd.close();
		List.of(caller, alpha, beta, router).forEach(Host::close);
		Shell.run("rm", "-rf", folder.toString());
	}
}
