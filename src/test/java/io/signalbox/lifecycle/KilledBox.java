package io.signalbox.lifecycle;

import io.signalbox.cache.CacheChange;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A process for {@link KillTest}: the real writes on a real store, until it is killed. It tells on its standard output
 * what the box has after its start, a line {@code state WRITER NUMBER} for each writer, then {@code writing}, then
 * {@code answered WRITER NUMBER} for each write that was answered. Each writer's object has the number of its last write.
 */
final class KilledBox {
	/** Routes that one batch changes together. */
	static final int BATCH = 50;
	/** Above what the setting is without a write. */
	private static final int SECONDS = 1_000;

	static final List<String> WRITERS = List.of("route", "batch", "address", "neighbor", "setting", "other-route");

	/** A second argument: ends by itself after one write of each writer. */
	static final String ENDS = "ends";

	private static final String WAN = "wan0";
	private static final IpAddress PEER = IpAddress.parse("192.0.2.7");

	private final StoredBox box;

	private KilledBox(StoredBox box) {
		this.box = box;
	}

	/** The first argument is the stateDirectory. */
	public static void main(String[] arguments) {
		KilledBox killed = new KilledBox(StoredBox.started(
				"interfaces: [{name: wan0, device: net_null0, addresses: [\"192.0.2.1/24\"]}]", Path.of(arguments[0])));
		for (String writer : WRITERS) {
			say("state " + writer + " " + killed.number(writer));
		}
		say("writing");
		if (arguments.length > 1) {
			WRITERS.forEach(writer -> killed.write(writer, killed.number(writer) + 1));
			System.exit(0);
		}
		for (String writer : WRITERS) {
			long last = killed.number(writer);
			Thread.ofPlatform().start(() -> {
				for (long number = last + 1;; number++) {
					killed.write(writer, number);
					say("answered " + writer + " " + number);
				}
			});
		}
	}

	/** One write of the pipe, so that a line is there whole or not; ends when nobody reads it any more. */
	private static synchronized void say(String line) {
		System.out.print(line + "\n");
		if (System.out.checkError()) {
			Runtime.getRuntime().halt(1);
		}
	}

	private void write(String writer, long number) {
		switch (writer) {
			case "route" -> box.routes.apply(route(new RouteChanges(), "203.0.113.0/24", number), _ -> {});
			case "other-route" -> box.routes.apply(route(new RouteChanges(), "2001:db8:7::/48", number), _ -> {});
			case "batch" -> {
				RouteChanges batch = new RouteChanges();
				for (int at = 0; at < BATCH; at++) {
					route(batch, "10.0." + at + ".0/24", number);
				}
				box.routes.apply(batch);
			}
			case "address" -> {
				box.interfaces.addAddress(WAN, address(number), _ -> {});
				if (number > 1) {
					box.interfaces.removeAddress(WAN, address(number - 1), _ -> {});
				}
			}
			case "neighbor" -> box.neighbors.set(WAN, PEER, new MacAddress(0x02_00_00_00_00_00L + number), _ -> {});
			case "setting" -> box.cache.change(new CacheChange(Optional.empty(), Optional.empty(), Optional.empty(),
					Optional.of(SECONDS + (int) number), Optional.empty(), Optional.empty()), _ -> {});
			default -> throw new IllegalArgumentException(writer);
		}
	}

	/** The number of the last write that the box has, -1 of a batch that it has in part. */
	private long number(String writer) {
		return switch (writer) {
			case "route" -> metric("203.0.113.0/24");
			case "other-route" -> metric("2001:db8:7::/48");
			case "batch" -> {
				long first = metric("10.0.0.0/24");
				boolean whole = true;
				for (int at = 1; at < BATCH; at++) {
					whole &= metric("10.0." + at + ".0/24") == first;
				}
				yield whole ? first : -1;
			}
			case "address" -> address();
			case "neighbor" -> box.box.neighbors().find(WAN, PEER)
					.map(neighbor -> neighbor.state().mac().orElseThrow().bits() - 0x02_00_00_00_00_00L)
					.orElse(0L);
			case "setting" -> {
				int seconds = box.box.cache().settings().maxAgeSeconds();
				yield Math.max(0, seconds - SECONDS);
			}
			default -> throw new IllegalArgumentException(writer);
		};
	}

	/** The greatest, for between two writes the one before is there as well. */
	private long address() {
		InterfaceConfig config = box.box.interfaces().find(WAN).orElseThrow().config();
		return config.addresses().stream().mapToLong(KilledBox::number).max().orElseThrow();
	}

	private static InterfaceAddress address(long number) {
		return InterfaceAddress.parse("198.18." + number / 250 + "." + (number % 250 + 1) + "/32");
	}

	private static long number(InterfaceAddress address) {
		String[] octets = address.address().toString().split("\\.", -1);
		return octets[0].equals("198") ? Integer.parseInt(octets[2]) * 250L + Integer.parseInt(octets[3]) - 1 : 0;
	}

	private static RouteChanges route(RouteChanges changes, String prefix, long number) {
		changes.announce(Prefix.parse(prefix), new Nexthop.Via(PEER), number, RouteChanges.SOURCE_DISTANCE);
		return changes;
	}

	private long metric(String prefix) {
		return box.box.rib().find(RouteChanges.DEFAULT_VRF, Prefix.parse(prefix)).join()
				.map(routes -> routes.of("static").orElseThrow().route().metric())
				.orElse(0L);
	}
}
