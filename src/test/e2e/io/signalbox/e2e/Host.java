package io.signalbox.e2e;

import io.signalbox.e2e.Shell.Outcome;
import io.signalbox.net.Family;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A kernel host in a network namespace, its only link {@code eth0} a veth pair whose other end, {@link #port}, is for
 * the box. Removes what an earlier run left under its name.
 */
final class Host implements AutoCloseable {
	private final String name;

	private Host(String name) {
		this.name = name;
	}

	/** Addresses with their prefix lengths; the box's are the default gateways. */
	static Host create(String name, List<String> addresses, List<String> gateways) {
		Host host = new Host("sbx-e2e-" + name);
		host.close();
		Shell.run("ip", "netns", "add", host.name).succeeded();
		Shell.run("ip", "link", "add", host.port(), "type", "veth", "peer", "name", "eth0", "netns", host.name).succeeded();
		write("/proc/sys/net/ipv6/conf/" + host.port() + "/disable_ipv6", "1");
		write("/proc/sys/net/ipv4/conf/" + host.port() + "/forwarding", "0");
		// Real checksums and no packet larger than the link's MTU: the box is no kernel that would mend them.
		host.must("ethtool", "-K", "eth0", "tx", "off", "tso", "off", "gso", "off", "gro", "off");
		host.must("ip", "link", "set", "lo", "up");
		host.must("ip", "link", "set", "eth0", "up");
		Shell.run("ip", "link", "set", host.port(), "up").succeeded();
		addresses.forEach(address -> host.address("eth0", address));
		gateways.forEach(gateway -> host.must("ip", "route", "add", "default", "via", gateway));
		return host;
	}

	/** The veth end that belongs to the box. */
	String port() {
		return name;
	}

	/** DPDK devargs of a port on that end; the number must be the box's own. */
	String device(int number) {
		return "net_af_packet" + number + ",iface=" + port();
	}

	void address(String link, String address) {
		if (address.indexOf(':') >= 0) {
			must("ip", "addr", "add", address, "dev", link, "nodad");
		} else {
			must("ip", "addr", "add", address, "dev", link);
		}
	}

	/** Takes an address from a link again. */
	void noAddress(String link, String address) {
		must("ip", "addr", "del", address, "dev", link);
	}

	Outcome run(String... command) {
		return Shell.run(command(command));
	}

	String must(String... command) {
		return run(command).succeeded();
	}

	/** What a BIRD in here says at its control socket. */
	String birdc(Path socket, String... words) {
		List<String> command = new ArrayList<>(List.of("birdc", "-s", socket.toString()));
		command.addAll(Arrays.asList(words));
		return run(command.toArray(String[]::new)).output();
	}

	/** The command as run inside the namespace. */
	List<String> command(String... command) {
		List<String> inside = new ArrayList<>(List.of("ip", "netns", "exec", name));
		inside.addAll(Arrays.asList(command));
		return inside;
	}

	/** So many echo requests, five a second. */
	Outcome ping(String destination, int count) {
		return run("ping", "-n", "-c", Integer.toString(count), "-i", "0.2", "-W", "4", destination);
	}

	/**
	 * How many of so many echo requests are answered. One ping a request: a ping of many waits for its last
	 * answers only as long as two round trips, which says nothing on a busy machine.
	 */
	long answered(String destination, int requests) {
		return IntStream.range(0, requests).filter(request -> ping(destination, 1).status() == 0).count();
	}

	/** One echo request with more arguments; what ping printed, errors that came back included. */
	String pingOnce(String destination, String... arguments) {
		List<String> command = new ArrayList<>(List.of("ping", "-n", "-c", "1", "-W", "2"));
		command.addAll(Arrays.asList(arguments));
		command.add(destination);
		return run(command.toArray(String[]::new)).output();
	}

	/** UDP packets to each destination, a thousand or so a second, until it is closed. */
	Stream stream(String... destinations) {
		StringBuilder script = new StringBuilder();
		int file = 3;
		for (String destination : destinations) {
			script.append("exec ").append(file++).append("<>/dev/udp/").append(destination).append("/9; ");
		}
		script.append("while sleep 0.01; do for burst in 1 2 3 4 5 6; do ");
		while (--file >= 3) {
			script.append("echo >&").append(file).append("; ");
		}
		try {
			return new Stream(new ProcessBuilder(command("setpriv", "--pdeathsig", "KILL", "bash", "-c", script + "done; done"))
					.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start());
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** Packets that are being sent. */
	record Stream(Process process) implements AutoCloseable {
		@Override
		public void close() {
			process.destroyForcibly().onExit().join();
		}
	}

	/** Echo requests that have reached this host. */
	long echoRequests(Family family) {
		return switch (family) {
			case IPV4 -> {
				List<String[]> icmp = must("cat", "/proc/net/snmp").lines().filter(line -> line.startsWith("Icmp:"))
						.map(line -> line.split(" ")).toList();
				yield Long.parseLong(icmp.get(1)[Arrays.asList(icmp.get(0)).indexOf("InEchos")]);
			}
			case IPV6 -> {
				Matcher counter = Pattern.compile("Icmp6InEchos\\s+(\\d+)").matcher(must("cat", "/proc/net/snmp6"));
				yield counter.find() ? Long.parseLong(counter.group(1)) : 0;
			}
		};
	}

	@Override
	public void close() {
		Shell.run("ip", "link", "delete", port());
		Shell.run("ip", "netns", "delete", name);
	}

	private static void write(String file, String text) {
		try {
			Files.writeString(Path.of(file), text);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}
}
