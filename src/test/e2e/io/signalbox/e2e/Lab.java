package io.signalbox.e2e;

import static org.awaitility.Awaitility.await;

import io.signalbox.e2e.Box.Port;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Three hosts around one box, shared by all tests that leave it as they found it.
 *
 * <pre>
 * left 192.0.2.10, 2001:db8:1::10  ── box ──  right 198.51.100.10, 2001:db8:2::10
 *                                      └────  far   198.18.0.10, 2001:db8:4::10
 * </pre>
 * Right and far both have {@link #SERVER4} and {@link #SERVER6}; the box's routes choose right.
 */
final class Lab implements AutoCloseable {
	static final String SERVER4 = "203.0.113.10";
	static final String SERVER6 = "2001:db8:3::10";
	static final String SERVERS4 = "203.0.113.0/24";
	static final String SERVERS6 = "2001:db8:3::/48";
	static final String RIGHT4 = "198.51.100.10";
	static final String RIGHT6 = "2001:db8:2::10";
	static final String FAR4 = "198.18.0.10";
	static final String FAR6 = "2001:db8:4::10";
	static final String BOX_TO_LEFT4 = "192.0.2.1";
	static final String BOX_TO_LEFT6 = "2001:db8:1::1";
	static final String BOX_TO_RIGHT4 = "198.51.100.1";
	static final String BOX_TO_RIGHT6 = "2001:db8:2::1";

	private static final Duration REACHED_WITHIN = Duration.ofSeconds(20);

	private final Host left;
	private final Host right;
	private final Host far;
	private final Box box;

	Lab() {
		left = Host.create("left", List.of("192.0.2.10/24", "2001:db8:1::10/64"), List.of(BOX_TO_LEFT4, BOX_TO_LEFT6));
		right = server("right", List.of(RIGHT4 + "/24", RIGHT6 + "/64"), List.of(BOX_TO_RIGHT4, BOX_TO_RIGHT6));
		far = server("far", List.of(FAR4 + "/24", FAR6 + "/64"), List.of("198.18.0.1", "2001:db8:4::1"));
		box = Box.ready(
				List.of(
						new Port("left", left.device(0), List.of(BOX_TO_LEFT4 + "/24", BOX_TO_LEFT6 + "/64")),
						new Port("right", right.device(1), List.of(BOX_TO_RIGHT4 + "/24", BOX_TO_RIGHT6 + "/64")),
						new Port("far", far.device(2), List.of("198.18.0.1/24", "2001:db8:4::1/64"))),
				Map.of(SERVERS4, RIGHT4, SERVERS6, RIGHT6));
	}

	private static Host server(String name, List<String> addresses, List<String> gateways) {
		Host host = Host.create(name, addresses, gateways);
		host.address("lo", SERVER4 + "/32");
		host.address("lo", SERVER6 + "/128");
		return host;
	}

	Host left() {
		return left;
	}

	Host right() {
		return right;
	}

	Host far() {
		return far;
	}

	Rest rest() {
		return box.rest();
	}

	/** Waits until each destination answers the left host: all neighbors on the way are known. */
	void reach(String... destinations) {
		for (String destination : destinations) {
			await().atMost(REACHED_WITHIN).until(() -> left.ping(destination, 1).status() == 0);
		}
	}

	@Override
	public void close() {
		box.close();
		left.close();
		right.close();
		far.close();
	}
}
