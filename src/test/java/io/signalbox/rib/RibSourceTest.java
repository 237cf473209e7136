package io.signalbox.rib;

import static io.signalbox.rib.RibBox.routes;
import static io.signalbox.rib.RibBox.via;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.route.Route;
import io.signalbox.route.Packed;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A source as a whole: marked and swept, listed, and replaced with what differs. */
class RibSourceTest {
	private static final RouteSource BGP = RouteSource.FPM;

	private final RibBox box = new RibBox();

	@AfterEach
	void close() {
		box.close();
	}

	private List<String> bgp() {
		return box.listing(new RouteFilter(Optional.empty(), Optional.of("fpm"), Optional.empty()), 10);
	}

	@Test
	@DisplayName("R9 what a source says again over several commits survives its sweep, also unchanged and amid others' commits")
	void sweepTakesOnlyWhatWasNotSaidAgain() {
		box.announce(BGP, "10.0.0.0/8", "192.0.2.7", "11.0.0.0/8", "192.0.2.7", "12.0.0.0/8", "192.0.2.7", "2001:db8:7::/48",
				"2001:db8:1::7");
		box.announce(RouteSource.MRT, "12.0.0.0/8", "192.0.2.9");
		box.rib.mark(BGP).join();
		assertEquals(1, box.announce(BGP, "10.0.0.0/8", "192.0.2.7").unchanged());
		box.announce(RouteSource.MRT, "13.0.0.0/8", "192.0.2.9", "11.0.0.0/8", "192.0.2.9");
		box.withdraw(BGP, "11.0.0.0/8");
		box.announce(BGP, "11.0.0.0/8", "192.0.2.8", "14.0.0.0/8", "192.0.2.8");
		assertEquals(2, box.rib.sweep(BGP).join().removed());
		assertEquals(List.of("10.0.0.0/8", "11.0.0.0/8", "14.0.0.0/8"), bgp());
		assertEquals(Optional.of(via("192.0.2.9")), box.forwarded("12.0.0.0/8"), "the other source's is not swept");
		assertEquals(0, box.rib.sweep(BGP).join().removed(), "nothing is marked any more");
	}

	@Test
	void refusedChangeDoesNotTakeTheMarkOff() {
		box.announce(BGP, "10.0.0.0/8", "192.0.2.7", "11.0.0.0/8", "192.0.2.7", "12.0.0.0/8", "192.0.2.7");
		box.rib.mark(BGP).join();
		box.dataplane.refuseNext(DataplaneException.Reason.NO_CAPACITY);
		RouteChanges changes = routes("10.0.0.0/8", "192.0.2.7", "11.0.0.0/8", "192.0.2.8");
		changes.withdraw(Prefix.parse("12.0.0.0/8"));
		assertThrows(CompletionException.class, () -> box.rib.apply(BGP, changes).join());
		assertEquals(3, box.rib.sweep(BGP).join().removed());
	}

	@Test
	void markedAgainIsStaleAgain() {
		box.announce(BGP, "10.0.0.0/8", "192.0.2.7");
		box.rib.mark(BGP).join();
		box.announce(BGP, "10.0.0.0/8", "192.0.2.7");
		box.rib.mark(BGP).join();
		assertEquals(1, box.rib.sweep(BGP).join().removed());
	}

	@Test
	void allThatASourceSaysIsReadInOrderAsItWasSaid() {
		RouteChanges said = routes("10.0.0.0/8", "192.0.2.7", "::/0", "2001:db8:1::7", "2001:db8:7::/48", "2001:db8:1::8");
		said.announce(Prefix.parse("9.0.0.0/8"), via("192.0.2.8"), 4_000_000_000L, 77);
		box.rib.apply(BGP, said).join();
		box.announce(RouteSource.MRT, "9.0.0.0/8", "192.0.2.9");
		RouteChanges read = box.rib.routes("fpm", "default").join();
		assertEquals("default", read.vrf());
		List<String> texts = new ArrayList<>();
		for (int at = 0; at < read.size(); at++) {
			texts.add(read.prefix(at) + " " + read.nexthops().get(read.nexthop(at)) + " " + read.metric(at) + " "
					+ read.distance(at));
		}
		assertEquals(
				List.of(
						"9.0.0.0/8 " + via("192.0.2.8") + " 4000000000 77",
						"10.0.0.0/8 " + via("192.0.2.7") + " 0 -1",
						"::/0 " + via("2001:db8:1::7") + " 0 -1",
						"2001:db8:7::/48 " + via("2001:db8:1::8") + " 0 -1"),
				texts);
		assertEquals(0, box.rib.routes("nobody", "default").join().size());
	}

	@Test
	void replacementTellsItsFirstDifferencesInOrder() {
		box.announce(BGP, "10.0.0.0/8", "192.0.2.7", "11.0.0.0/8", "192.0.2.7", "2001:db8:7::/48", "2001:db8:1::7");
		RouteChanges next = routes("12.0.0.0/8", "192.0.2.7", "11.0.0.0/8", "192.0.2.8", "9.0.0.0/8", "192.0.2.7");
		Replacement all = box.rib.replace(BGP, next, true, 100).join();
		assertEquals(
				List.of("9.0.0.0/8", "10.0.0.0/8", "11.0.0.0/8", "12.0.0.0/8", "2001:db8:7::/48"),
				all.differences().stream().map(one -> one.prefix().toString()).toList());
		Difference changed = all.differences().get(2);
		assertEquals(Optional.of(via("192.0.2.7")), changed.before().map(Route::nexthop));
		assertEquals(Optional.of(via("192.0.2.8")), changed.after().map(Route::nexthop));
		assertEquals(Optional.empty(), all.differences().get(1).after());
		assertEquals(Optional.empty(), all.differences().get(0).before());
		assertEquals(all.differences().subList(0, 2), box.rib.replace(BGP, next, true, 2).join().differences());
		assertEquals(all.differences(), box.rib.replace(BGP, next, false, 100).join().differences());
		assertEquals(List.of(), box.rib.replace(BGP, next, false, 100).join().differences());
	}

	@Test
	void whatTheFibWasToldIsDigestedBySlice() {
		box.announce(BGP, "10.0.0.0/8", "192.0.2.7", "11.0.0.0/8", "192.0.2.7", "11.1.0.0/16", "192.0.2.8");
		box.withdraw(BGP, "11.0.0.0/8");
		box.dataplane.refuseNext(DataplaneException.Reason.NO_CAPACITY);
		assertThrows(CompletionException.class, () -> box.announce(BGP, "10.0.0.0/8", "192.0.2.8", "11.0.0.0/9", "192.0.2.8"));
		for (Family family : Family.values()) {
			long[] digest = box.rib.inspect(view -> view.digest("default", family)).join();
			TreeSet<String> told = new TreeSet<>();
			for (int slice = 0; slice < FibDigest.SLICES; slice++) {
				long sum = 0;
				for (FibRoute route : told(family, slice)) {
					sum += FibDigest.mix(
							Packed.high(route.prefix()),
							Packed.low(route.prefix()),
							route.prefix().length(),
							route.nexthop());
					told.add(route.prefix() + "=" + route.nexthop());
				}
				assertEquals(sum, digest[slice]);
			}
			TreeSet<String> fib = new TreeSet<>();
			box.dataplane.routes().forEach((prefix, nexthop) -> {
				if (Prefix.parse(prefix).family() == family) {
					fib.add(prefix + "=" + nexthop);
				}
			});
			assertEquals(fib, told);
		}
	}

	private List<FibRoute> told(Family family, int slice) {
		return box.rib.inspect(view -> view.routes("default", family, slice)).join();
	}

	@Test
	void theLongestPrefixThatTheFibWasToldIsFound() {
		box.announce(BGP, "10.0.0.0/8", "192.0.2.7", "10.1.0.0/16", "192.0.2.8", "10.1.2.3/32", "192.0.2.9");
		box.withdraw(BGP, "10.1.0.0/16");
		assertEquals(Optional.of(Prefix.parse("10.0.0.0/8")), match("10.1.2.4"));
		assertEquals(Optional.of(Prefix.parse("10.1.2.3/32")), match("10.1.2.3"));
		assertEquals(Optional.empty(), match("11.0.0.1"));
	}

	private Optional<Prefix> match(String address) {
		return box.rib.inspect(view -> view.longestMatch("default", IpAddress.parse(address)))
				.join()
				.map(FibRoute::prefix);
	}
}
