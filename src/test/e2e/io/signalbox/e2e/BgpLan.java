package io.signalbox.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A box's LAN with a routing daemon's namespace in its middle, and a BIRD as the daemon's peer.
 *
 * <pre>
 * caller 192.0.2.10 ── box ── lan 198.51.100.0/24, 2001:db8:2::/64 ─┬─ alpha .10, AS 65010 (BIRD)
 *                              router .2, AS 65000 ─────────────────┘
 * </pre>
 * Alpha announces {@link #MANY} prefixes of 198.18.0.0/15, {@link #SOME} of 2001:db8:8000::/34, {@link #BOTH} and
 * {@link #EXTRA}, and answers for all of them.
 */
final class BgpLan implements AutoCloseable {
	static final int MANY = 100_000;
	static final int SOME = 1_000;
	/** The router's number of the link to the LAN. */
	static final int LAN_INDEX = 77;
	static final String BOTH = "203.0.113.0/24";
	static final String SERVER = "203.0.113.10";
	/** Alone in a protocol of alpha's, of the same name. */
	static final String EXTRA = "198.19.255.0/24";
	static final String ALPHA = "198.51.100.10";
	static final String QUICK = "connect retry time 1; connect delay time 1; error wait time 1,2; graceful restart on;";

	private final Path folder;
	private final Host caller;
	private final Host router;
	private final Host alpha;
	private Daemon alphaBird;

	/** Makes the hosts; no daemon runs yet. */
	BgpLan(String name) {
		try {
			folder = Files.createTempDirectory("sbx-e2e-" + name);
			caller = Host.create("caller", List.of("192.0.2.10/24", "2001:db8:1::10/64"), List.of("192.0.2.1", "2001:db8:1::1"));
			router = Host.create(name, List.of(), List.of());
			router.must("ip", "link", "add", "lan", "index", String.valueOf(LAN_INDEX), "type", "bridge");
			router.must("ip", "link", "set", "lan", "up");
			router.must("ip", "link", "set", "eth0", "master", "lan");
			router.address("lan", "198.51.100.2/24");
			router.address("lan", "2001:db8:2::2/64");
			alpha = peer("alpha", 10);
			writeAlpha();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** A host on the LAN, which has the addresses of all that it announces. */
	Host peer(String name, int number) {
		Host peer = Host.create(name, List.of("198.51.100." + number + "/24", "2001:db8:2::" + number + "/64"),
				List.of("198.51.100.1", "2001:db8:2::1"));
		Shell.run("ip", "link", "set", peer.port(), "netns", router.port()).succeeded();
		router.must("ip", "link", "set", peer.port(), "master", "lan", "up");
		peer.must("ip", "route", "add", "local", "198.18.0.0/15", "dev", "lo");
		peer.must("ip", "route", "add", "local", BOTH, "dev", "lo");
		peer.must("ip", "-6", "route", "add", "local", "2001:db8:8000::/34", "dev", "lo");
		return peer;
	}

	private void writeAlpha() throws IOException {
		StringBuilder text = new StringBuilder("router id 198.51.100.10;\nprotocol device { }\nprotocol static { ipv4;\n")
				.append("route ").append(BOTH).append(" blackhole;\n");
		for (int number = 0; number < MANY; number++) {
			text.append("route ").append(address(number)).append("/32 blackhole;\n");
		}
		text.append("}\nprotocol static extra { ipv4; route ").append(EXTRA).append(" blackhole; }\nprotocol static { ipv6;\n");
		for (int number = 0; number < SOME; number++) {
			text.append("route 2001:db8:8000:").append(Integer.toHexString(number)).append("::/64 blackhole;\n");
		}
		text.append("}\nprotocol bgp upstream { local 198.51.100.10 as 65010; neighbor 198.51.100.2 as 65000; ").append(QUICK)
				.append(" ipv4 { import none; export all; }; ipv6 { import none; export all; }; }\n");
		Files.writeString(folder.resolve("alpha.conf"), text);
	}

	/** Of the prefixes that alpha announces, each a single address. */
	static String address(int number) {
		return "198." + (18 + (number >> 16)) + "." + (number >> 8 & 255) + "." + (number & 255);
	}

	void startAlpha() {
		alphaBird = Daemon.start(alpha, folder.resolve("alpha.log"), "bird", "-f",
				"-c", folder.resolve("alpha.conf").toString(), "-s", folder.resolve("alpha.ctl").toString());
	}

	/** Tells its peers. */
	void endAlpha() {
		alphaBird.end();
	}

	/** What alpha's BIRD says. */
	String alphaBirdc(String... words) {
		return alpha.birdc(folder.resolve("alpha.ctl"), words);
	}

	Path folder() {
		return folder;
	}

	Host caller() {
		return caller;
	}

	Host router() {
		return router;
	}

	@Override
	public void close() {
		Optional.ofNullable(alphaBird).ifPresent(Daemon::close);
		List.of(caller, alpha, router).forEach(Host::close);
		Shell.run("rm", "-rf", folder.toString());
	}
}
