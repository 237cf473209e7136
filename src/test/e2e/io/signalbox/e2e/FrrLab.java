package io.signalbox.e2e;

import io.signalbox.e2e.Box.Port;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A box that is fed by FRR's zebra by FPM, with the peer of {@link BgpLan}: zebra, bgpd and staticd run in the router's
 * namespace, and a link of their own leads to the box's FPM port, since zebra connects within its namespace.
 */
final class FrrLab implements AutoCloseable {
	/** A route of staticd. */
	static final String BLACKHOLE = "203.0.113.64/26";

	private static final String DAEMONS = "/usr/lib/frr/";
	private static final String LINK = "sbx-e2e-fpm";
	private static final String BOX_SIDE = "192.0.2.253";

	private final BgpLan lan = new BgpLan("frr");
	private final Box box;
	private final Map<String, Daemon> daemons = new HashMap<>();

	FrrLab() {
		Host router = lan.router();
		Shell.run("ip", "link", "delete", LINK);
		Shell.run("ip", "link", "add", LINK, "type", "veth", "peer", "name", "fpm0", "netns", router.port()).succeeded();
		Shell.run("ip", "addr", "add", BOX_SIDE + "/30", "dev", LINK).succeeded();
		Shell.run("ip", "link", "set", LINK, "up").succeeded();
		router.must("ip", "link", "set", "fpm0", "up");
		router.address("fpm0", "192.0.2.254/30");
		int port = freePort();
		writeConfigurations(port);
		// The daemons are no root any more when they make their sockets.
		Shell.run("chown", "-R", "frr:frr", lan.folder().toString()).succeeded();
		Shell.run("chmod", "755", lan.folder().toString()).succeeded();
		box = Box.configured(
				List.of(new Port("caller", lan.caller().device(0), List.of("192.0.2.1/24", "2001:db8:1::1/64")),
						new Port("lan", router.device(1), List.of("198.51.100.1/24", "2001:db8:2::1/64"))), Map.of())
				.also("vrfs: [red]")
				.also("feeds: {fpm: {listen: \"" + BOX_SIDE + ":" + port + "\", tables: {10: red}, interfaces: {"
						+ BgpLan.LAN_INDEX + ": lan}, quietSeconds: 3, timeoutSeconds: 1}}");
		box.start();
		lan.startAlpha();
		startZebra();
		start("bgpd");
		start("staticd");
	}

	private static int freePort() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral(BOX_SIDE))) {
			return socket.getLocalPort();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private Path file(String name) {
		return lan.folder().resolve(name);
	}

	private void writeConfigurations(int fpmPort) {
		try {
			Files.writeString(file("zebra.conf"), """
					fpm address %s port %d
					no fpm use-next-hop-groups
					""".formatted(BOX_SIDE, fpmPort));
			Files.writeString(file("staticd.conf"), """
					ip route %s blackhole
					""".formatted(BLACKHOLE));
			Files.writeString(file("bgpd.conf"), """
					router bgp 65000
					 bgp router-id 198.51.100.2
					 no bgp ebgp-requires-policy
					 neighbor 198.51.100.10 remote-as 65010
					 neighbor 198.51.100.10 timers connect 1
					 address-family ipv6 unicast
					  neighbor 198.51.100.10 activate
					 exit-address-family
					""");
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** As after a crash: it leaves what its last life said alone until BGP has said it again. */
	void startZebra() {
		start("zebra", "-M", "dplane_fpm_nl", "-K", "300");
	}

	private void start(String name, String... more) {
		List<String> command = new ArrayList<>(List.of(DAEMONS + name,
				"-f", file(name + ".conf").toString(), "-i", file(name + ".pid").toString(), "-z", file("zserv").toString(), "--vty_socket", lan.folder().toString(), "--log", "stdout"));
		command.addAll(Arrays.asList(more));
		daemons.put(name, Daemon.start(lan.router(), file(name + ".log"), command.toArray(String[]::new)));
	}

	void killZebra() {
		daemons.get("zebra").kill();
	}

	/** Lines of a daemon's configuration, while it runs. */
	void configure(String daemon, String... lines) {
		List<String> command = new ArrayList<>(List.of("vtysh", "--vty_socket", lan.folder().toString(), "-d", daemon,
				"-c", "configure terminal"));
		for (String line : lines) {
			command.addAll(List.of("-c", line));
		}
		lan.router().must(command.toArray(String[]::new));
	}

	BgpLan lan() {
		return lan;
	}

	Rest rest() {
		return box.rest();
	}

	@Override
	public void close() {
		box.close();
		daemons.values().forEach(Daemon::close);
		lan.close();
		Shell.run("ip", "link", "delete", LINK);
	}
}
