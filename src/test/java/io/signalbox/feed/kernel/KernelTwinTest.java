package io.signalbox.feed.kernel;

import static io.signalbox.feed.kernel.Routes.via;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.feed.netlink.KernelLinks;
import io.signalbox.feed.netlink.KernelNexthops;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.route.RouteChanges;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table against a kernel that is a plain list: events, some of them lost, and dumps with events in their midst. */
class KernelTwinTest {
	private static final int STEPS = 5_000;

	private final Map<String, RouteMessage> kernel = new HashMap<>();
	private final KernelTable table =
			new KernelTable(new Ways(new KernelNexthops(new KernelLinks(name -> Optional.empty()))));
	private final Map<String, String> told = new TreeMap<>();
	private Random random = new Random();

	@ParameterizedTest
	@ValueSource(longs = {1, 2, 3, 4})
	void whatIsToldIsWhatTheKernelHasAfterEachPass(long seed) {
		random = new Random(seed);
		for (int step = 0; step < STEPS; step++) {
			switch (random.nextInt(100)) {
				case 0 -> pass();
				case 1, 2, 3, 4, 5 -> tell(random.nextInt(50));
				case 6, 7 -> change(false);
				default -> change(true);
			}
		}
		pass();
		assertEquals(winners(), told);
	}

	/** Where no event was lost there is nothing to find. */
	@ParameterizedTest
	@ValueSource(longs = {5, 6})
	void eventsAloneAreEnoughWhenNoneIsLost(long seed) {
		random = new Random(seed);
		table.beginPass(true);
		assertEquals(new Pass(0, false), table.endPass());
		for (int step = 0; step < STEPS; step++) {
			change(true);
			tell(random.nextInt(10));
		}
		tell(Integer.MAX_VALUE);
		assertEquals(winners(), told);
		table.beginPass(false);
		kernel.values().stream().sorted(Comparator.comparingLong(RouteMessage::priority)).forEach(table::takeDumped);
		assertEquals(new Pass(0, false), table.endPass());
		assertEquals(0, table.due());
		assertEquals(told.size(), table.told());
	}

	/** Passes until none is due; events come in the midst of the first three. */
	private void pass() {
		boolean again = true;
		for (int count = 0; again; count++) {
			table.beginPass(random.nextInt(4) == 0);
			List<String> keys = new ArrayList<>(kernel.keySet());
			keys.sort(Comparator.comparingLong(key -> kernel.get(key).priority()));
			for (String key : keys) {
				if (count < 3 && random.nextInt(8) == 0) {
					change(true);
				}
				Optional.ofNullable(kernel.get(key)).ifPresent(table::takeDumped);
			}
			again = table.endPass().again();
		}
		tell(Integer.MAX_VALUE);
		assertEquals(winners(), told);
	}

	/** 200 prefixes of both families, four metrics, eight nexthops. */
	private void change(boolean said) {
		int number = random.nextInt(200);
		boolean ipv6 = number % 2 == 0;
		String prefix = ipv6 ? "2001:db8:" + number + "::/48" : "10.0." + number + ".0/24";
		long metric = random.nextInt(8) == 0 ? 1 + random.nextInt(3) : 0;
		String key = prefix + " " + metric;
		RouteMessage before = kernel.get(key);
		if (before != null && random.nextInt(3) == 0) {
			kernel.remove(key);
			say(Routes.gone(before), said);
		} else {
			String address = (ipv6 ? "2001:db8:f::" : "192.0.2.") + (1 + random.nextInt(8));
			RouteMessage route = via(prefix, metric, address);
			kernel.put(key, route);
			say(before == null ? route : Routes.flagged(route, Routes.REPLACE), said);
		}
	}

	private void say(RouteMessage route, boolean said) {
		if (said && route.isNew()) {
			table.announce(route);
		} else if (said) {
			table.withdraw(route);
		}
	}

	private void tell(int most) {
		RouteChanges changes = new RouteChanges();
		table.tell(changes, most);
		for (int at = 0; at < changes.size(); at++) {
			String prefix = changes.prefix(at).toString();
			if (changes.isWithdraw(at)) {
				assertEquals(true, told.remove(prefix) != null, prefix);
			} else {
				told.put(prefix, FeedBox.words(changes.nexthops().get(changes.nexthop(at))) + " " + changes.metric(at));
			}
		}
	}

	private Map<String, String> winners() {
		Map<String, String> winners = new TreeMap<>();
		kernel.values().stream().sorted(Comparator.comparingLong(RouteMessage::priority).reversed())
				.forEach(route -> winners.put(route.prefix().toString(),
						route.hops().getFirst().address().orElseThrow() + " " + route.priority()));
		return winners;
	}
}
