package io.signalbox.vdev;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.CacheSettings;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.Query;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.dataplane.Verdict;
import io.signalbox.dataplane.Verdict.SourceCheck;
import io.signalbox.interfaces.RpFilterChange;
import io.signalbox.net.IpAddress;
import io.signalbox.route.Nexthop;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sources that pass and sources that do not, packet by packet, as the settings are switched. */
@Vdev
class RpFilterTest {
	private static TwoWires wires;
	private static CacheSettings defaults;

	@BeforeAll
	static void start() {
		wires = new TwoWires();
		defaults = wires.box.dataplane.cache();
	}

	@AfterAll
	static void stop() {
		wires.close();
	}

	@AfterEach
	void reset() {
		wires.box.dataplane.setCache(defaults);
		wires.box.setRpFilter(RpFilter.OFF, true);
		wires.box.interfaces.changeRpFilter(own("left", Optional.empty()), before -> {});
		List.of("203.0.113.0/24", "2001:db8:3::/48", "0.0.0.0/0", "::/0").forEach(wires.box::deleteRoute);
	}

	@ParameterizedTest(name = "cache {0}, from {1}, elsewhere {2}, nowhere {3}")
	@CsvSource({
		"OFF,198.51.100.7,192.0.2.7,203.0.113.7", "OFF,2001:db8:1::7,2001:db8:2::7,2001:db8:3::7",
		"ON,198.51.100.7,192.0.2.7,203.0.113.7", "ON,2001:db8:1::7,2001:db8:2::7,2001:db8:3::7"})
	void theNextPacketIsJudgedByTheModeThatWasSet(CacheMode cache, String here, String elsewhere, String nowhere) {
		wires.box.dataplane.setCache(new CacheSettings(cache, 1_024, 4, 300, 1, 0.1));
		for (int round = 0; round < 3; round++) {
			wires.box.setRpFilter(RpFilter.STRICT, true);
			wires.assertPasses(here);
			wires.assertSourceDropped(elsewhere, "urpf_interface");
			wires.assertSourceDropped(nowhere, "urpf_no_route");
			wires.box.setRpFilter(RpFilter.LOOSE, true);
			wires.assertPasses(elsewhere);
			wires.assertSourceDropped(nowhere, "urpf_no_route");
			wires.box.setRpFilter(RpFilter.OFF, true);
			wires.assertPasses(nowhere);
		}
	}

	@ParameterizedTest(name = "{0}")
	@DisplayName("P5 an interface's own mode runs, be it stricter or looser than the default")
	@CsvSource({"192.0.2.7", "2001:db8:2::7"})
	void theOwnModeRuns(String elsewhere) {
		wires.box.setRpFilter(RpFilter.LOOSE, true);
		wires.box.interfaces.changeRpFilter(own("left", Optional.of(RpFilter.STRICT)), before -> {});
		wires.assertSourceDropped(elsewhere, "urpf_interface");
		wires.box.setRpFilter(RpFilter.STRICT, true);
		wires.box.interfaces.changeRpFilter(own("left", Optional.of(RpFilter.LOOSE)), before -> {});
		wires.assertPasses(elsewhere);
		assertEquals(RpFilter.LOOSE, wires.box.dataplane.describeInterface(wires.left.id()).rpFilter());
		assertEquals(RpFilter.STRICT, wires.box.dataplane.describeInterface(wires.right.id()).rpFilter());
	}

	@ParameterizedTest(name = "{0} by {1}")
	@DisplayName("P6 a source that only the default route covers passes unless that does not count; a blackhole fails")
	@CsvSource({
		"203.0.113.7,0.0.0.0/0,198.51.100.2,192.0.2.2,203.0.113.0/24",
		"2001:db8:3::7,::/0,2001:db8:1::2,2001:db8:2::2,2001:db8:3::/48"})
	void theDefaultRouteAndTheBlackhole(String source, String everything, String toLeft, String toRight, String prefix) {
		wires.box.putRoute(everything, toLeft);
		for (RpFilter mode : List.of(RpFilter.LOOSE, RpFilter.STRICT)) {
			wires.box.setRpFilter(mode, true);
			wires.assertPasses(source);
			wires.box.setRpFilter(mode, false);
			wires.assertSourceDropped(source, "urpf_default");
		}
		wires.box.putRoute(everything, toRight);
		wires.box.setRpFilter(RpFilter.LOOSE, true);
		wires.assertPasses(source);
		wires.box.setRpFilter(RpFilter.STRICT, true);
		wires.assertSourceDropped(source, "urpf_interface");
		wires.box.putRoute(prefix, new Nexthop.Blackhole());
		wires.box.setRpFilter(RpFilter.LOOSE, true);
		wires.assertSourceDropped(source, "urpf_blackhole");
	}

	@ParameterizedTest(name = "{0}")
	@CsvSource({"192.0.2.1", "2001:db8:2::1"})
	void theBoxesOwnAddressesComeFromNowhereElse(String own) {
		wires.box.setRpFilter(RpFilter.LOOSE, true);
		wires.assertSourceDropped(own, "urpf_local");
	}

	@ParameterizedTest(name = "{0}")
	@CsvSource({"198.51.100.7,192.0.2.7,192.0.2.2,24", "2001:db8:1::7,2001:db8:2::7,2001:db8:2::2,64"})
	void aLookupSaysWhatAPacketWouldMeet(String here, String elsewhere, String destination, int length) {
		wires.box.setRpFilter(RpFilter.STRICT, true);
		Verdict passes = lookup(here, destination);
		assertEquals(Optional.empty(), passes.dropReason());
		assertEquals(new SourceCheck(RpFilter.STRICT, true, OptionalInt.of(length), passes.source().nexthop(),
				wires.left.id()), passes.source());
		Verdict fails = lookup(elsewhere, destination);
		assertEquals(Optional.of("urpf_interface"), fails.dropReason());
		assertEquals(wires.right.id(), fails.source().interfaceId());
		wires.box.setRpFilter(RpFilter.OFF, true);
		assertEquals(new SourceCheck(RpFilter.OFF, false, OptionalInt.empty(), 0, 0), lookup(elsewhere, destination).source());
	}

	private static Verdict lookup(String source, String destination) {
		return wires.box.dataplane.lookup(new Query(
				0, wires.left.id(), Optional.of(IpAddress.parse(source)), IpAddress.parse(destination)));
	}

	@Test
	void switchingLosesNoPacketThatPasses() {
		try (Traffic traffic = Traffic.from(wires)) {
			for (int round = 0; round < 20; round++) {
				for (RpFilter mode : RpFilter.values()) {
					wires.box.setRpFilter(mode, round % 2 == 0);
				}
			}
			traffic.assertNothingLost();
		}
	}

	@Test
	void anInterfaceThatIsNotThereIsRefused() {
		assertEquals(Reason.NOT_FOUND, assertThrows(DataplaneException.class,
				() -> wires.box.dataplane.setRpFilter(200, RpFilter.LOOSE)).reason());
	}

	private static RpFilterChange own(String name, Optional<RpFilter> mode) {
		return new RpFilterChange(Optional.empty(), Optional.empty(), Map.of(name, mode));
	}
}
