package io.signalbox.rib;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.IpAddress;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;

/** What a full table costs: live heap, and the time from staged routes to the listener's answer. */
class RibFootprintTest {
	private static final Logger LOG = Logger.getLogger(RibFootprintTest.class);
	private static final int IPV4 = 1_000_000;
	private static final int IPV6 = 200_000;
	private static final int NEXTHOPS = 2_048;
	private static final long MIB = 1 << 20;

	private long written;

	@Test
	void fullTableOfTwoSourcesFitsInTheHeapThatIsPromised() {
		try (Rib rib = new Rib(this::count, new RibLimits(65_536))) {
			rib.setConnected("wan0", "default", RibBox.owns("10.255.255.254/8")).join();
			rib.interfaceUp("wan0").join();
			written = 0;
			long empty = liveHeap();
			long first = load(rib, RouteSource.MRT);
			long one = liveHeap() - empty;
			long second = load(rib, RouteSource.FPM);
			long two = liveHeap() - empty;
			long same = load(rib, RouteSource.FPM);
			LOG.infof(
					"%d routes: %d MiB, loaded in %d ms of CPU; with a second source %d MiB, %d ms; replaced by the same, %d ms",
					IPV4 + IPV6, one / MIB, first, two / MIB, second, same);
			assertEquals(IPV4 + IPV6 + 2, rib.size().ipv4Prefixes() + rib.size().ipv6Prefixes());
			assertEquals(IPV4 + IPV6, written, "the second source has the same nexthops: nothing to write");
			assertTrue(one < 300 * MIB, () -> "one source: " + one / MIB + " MiB");
			assertTrue(two - one < 150 * MIB, () -> "second source: " + (two - one) / MIB + " MiB more");
			written = 0;
			tenRoutesOfAMillionAreTenWrites(rib);
			LOG.infof("1000 changes: %d us of CPU", update(rib));
		}
	}

	private void tenRoutesOfAMillionAreTenWrites(Rib rib) {
		RouteChanges routes = table();
		RouteChanges changed = new RouteChanges();
		for (int at = 0; at < routes.size(); at++) {
			int nexthop = changed.number(routes.nexthops().get(routes.nexthop(at)));
			int other = at % 120_000 == 7 ? changed.number(new Nexthop.Blackhole()) : nexthop;
			changed.announce(routes.isIpv6(at), routes.high(at), routes.low(at), routes.length(at), other, 0, -1);
		}
		assertEquals(10, rib.replace(RouteSource.FPM, changed, false, 0).join().commit().changed());
		assertEquals(10, written);
	}

	private long count(FibChange change) {
		written += change.size();
		return 1;
	}

	/** Milliseconds of CPU, which other work on the machine does not stretch. */
	private static long load(Rib rib, RouteSource source) {
		RouteChanges routes = table();
		long begin = GroupTest.cpu();
		rib.replace(source, routes, false, 0).join();
		return (GroupTest.cpu() - begin) / 1_000_000;
	}

	/** Microseconds of CPU for 1,000 routes that get another nexthop, at the best of some times. */
	private static long update(Rib rib) {
		RouteChanges table = table();
		long best = Long.MAX_VALUE;
		for (int round = 0; round < 40; round++) {
			RouteChanges changes = new RouteChanges();
			for (int at = 0; at < 1_000; at++) {
				int of = (round * 1_000 + at) * 29;
				Nexthop next = table.nexthops().get((table.nexthop(of) + 1 + round) % NEXTHOPS);
				changes.announce(
						table.isIpv6(of), table.high(of), table.low(of), table.length(of), changes.number(next), 0, -1);
			}
			long begin = GroupTest.cpu();
			rib.apply(RouteSource.FPM, changes).join();
			best = Math.min(best, GroupTest.cpu() - begin);
		}
		return best / 1_000;
	}

	/** Distinct prefixes in no order: /24s of a permutation, and a quarter of them nested /22s. */
	private static RouteChanges table() {
		Random random = new Random(1);
		RouteChanges routes = new RouteChanges();
		int[] numbers = new int[NEXTHOPS];
		for (int at = 0; at < NEXTHOPS; at++) {
			numbers[at] = routes.number(new Nexthop.Via(IpAddress.parse("10." + (at >> 8) + "." + (at & 255) + ".1")));
		}
		for (int at = 0; at < IPV4; at++) {
			// An odd factor permutes 24 bits; a /22 has its own 22 of them.
			boolean nested = at % 4 == 0;
			long bits = nested ? (at / 4 * 0x9e3779L & 0x3fffff) << 10 : (at * 0x9e3779L & 0xffffff) << 8;
			routes.announce(false, bits << 32, 0, nested ? 22 : 24, numbers[random.nextInt(NEXTHOPS)], 0, -1);
		}
		for (int at = 0; at < IPV6; at++) {
			long bits = 0x2001_0000_0000_0000L | (at * 0x9e3779b1L & 0xffff_ffffL) << 16;
			routes.announce(true, bits, 0, 48, numbers[random.nextInt(NEXTHOPS)], 0, -1);
		}
		return routes;
	}

	private static long liveHeap() {
		System.gc();
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}
}
