package io.signalbox.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.e2e.Box.Port;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Starts and ends of a box of its own, with a TAP that must not outlive it. */
@EndToEnd
class LifecycleTest {
	private static final Duration STOPS_WITHIN = Duration.ofSeconds(3);
	private static final Duration FAILS_WITHIN = Duration.ofSeconds(30);
	private static final String TAP = "sbx-e2e-tap";

	private static Host host;

	@BeforeAll
	static void createHost() {
		host = Host.create("life", List.of("192.0.2.20/24"), List.of("192.0.2.1"));
	}

	@AfterAll
	static void removeHost() {
		host.close();
	}

	private static Box box() {
		return Box.configured(
				List.of(new Port("life", host.device(0), List.of("192.0.2.1/24")),
						new Port("tap", "net_tap0,iface=" + TAP, List.of("198.51.100.1/24"))),
				Map.of("203.0.113.0/24", "192.0.2.20"));
	}

	@Test
	void sigtermStopsItInTimeAndLeavesNothing() {
		String hugepages = hugepages();
		try (Box box = box()) {
			box.start();
			host.ping("192.0.2.1", 1).succeeded();
			assertTrue(tapIsThere());
			Duration taken = box.stop(STOPS_WITHIN);
			System.out.printf("measured: stopped %d ms after SIGTERM%n", taken.toMillis());
			assertFalse(tapIsThere());
			assertEquals(hugepages, hugepages());
			assertFalse(box.log().contains("ERROR"), box::log);
		}
	}

	@Test
	void startsAgainAfterSigkill() {
		try (Box box = box()) {
			box.start();
			box.kill();
			box.start();
			host.ping("192.0.2.1", 1).succeeded();
			host.ping("198.51.100.1", 1).succeeded();
		}
	}

	@Test
	void aDeviceThatNoDriverTakesIsNamedAndEndsTheStart() {
		try (Box box = Box.configured(
				List.of(new Port("wan0", "net_nonsense0", List.of("192.0.2.1/24"))), Map.of())) {
			box.launch();
			assertTrue(box.endsWithin(FAILS_WITHIN), box::log);
			assertNotEquals(0, box.exitStatus());
			assertTrue(box.log().contains("net_nonsense0") && box.log().contains("wan0"), box::log);
		}
	}

	private static boolean tapIsThere() {
		return Shell.run("ip", "link", "show", TAP).status() == 0;
	}

	private static String hugepages() {
		return Shell.bash("grep HugePages_Free /proc/meminfo; ls /dev/hugepages 2>/dev/null").output();
	}
}
