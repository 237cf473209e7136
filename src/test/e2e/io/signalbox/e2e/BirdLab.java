package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import io.signalbox.e2e.Box.Port;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A box that is fed by BIRD through the kernel of BIRD's namespace, with the peers of {@link BgpLan} and a gobgpd, beta
 * 198.51.100.20 of AS 65020. {@link BgpLan#BOTH} comes from both, and alpha is preferred.
 */
final class BirdLab implements AutoCloseable {
	static final String BETA = "198.51.100.20";

	private final BgpLan lan = new BgpLan("bird");
	private final Host beta;
	private final Box box;
	private final Daemon gobgpd;
	private Daemon bird;

	BirdLab() {
		beta = lan.peer("beta", 20);
		writeConfigurations();
		Host router = lan.router();
		box = Box.configured(
				List.of(new Port("caller", lan.caller().device(0), List.of("192.0.2.1/24", "2001:db8:1::1/64")),
						new Port("lan", router.device(1), List.of("198.51.100.1/24", "2001:db8:2::1/64"))), Map.of())
				.also("feeds: {kernel: {namespace: " + router.port() + "}}");
		box.start();
		lan.startAlpha();
		gobgpd = Daemon.start(beta, file("gobgpd.log"),
				"gobgpd", "-f", file("gobgpd.toml").toString(), "--api-hosts", "127.0.0.1:50051");
		startBird();
		await().atMost(Duration.ofSeconds(20)).until(
				() -> beta.run("gobgp", "-p", "50051", "global", "rib", "add", BgpLan.BOTH).status() == 0);
	}

	private Path file(String name) {
		return lan.folder().resolve(name);
	}

	private void writeConfigurations() {
		String exported = "persist; graceful restart on; scan time 20;";
		try {
			Files.writeString(file("bird.conf"), """
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
					""".formatted(exported, exported, BgpLan.QUICK));
			Files.writeString(file("gobgpd.toml"), """
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
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** As after a crash: its peers still have its routes, and it waits for theirs before it removes any. */
	void startBird() {
		bird = Daemon.start(lan.router(), file("bird.log"),
				"bird", "-f", "-c", file("bird.conf").toString(), "-s", file("bird.ctl").toString(), "-R");
	}

	Daemon bird() {
		return bird;
	}

	/** What BIRD says of itself. */
	String birdc(String... words) {
		return lan.router().birdc(file("bird.ctl"), words);
	}

	BgpLan lan() {
		return lan;
	}

	Host beta() {
		return beta;
	}

	Rest rest() {
		return box.rest();
	}

	@Override
	public void close() {
		box.close();
		Optional.ofNullable(bird).ifPresent(Daemon::close);
		gobgpd.close();
		beta.close();
		lan.close();
	}
}
