package io.signalbox.snapshot;

import static io.signalbox.rib.RibBox.routes;
import static io.signalbox.rib.RibBox.via;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.Prefix;
import io.signalbox.rib.PrefixRoutes;
import io.signalbox.rib.RibBox;
import io.signalbox.rib.RouteFilter;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.snapshot.SnapshotState.Outcome;
import io.signalbox.snapshot.SnapshotState.Restored;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A RIB, a restart, and another RIB. */
class SnapshotsTest {
	private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
	private static final Duration DAY = Duration.ofDays(1);

	@TempDir
	Path folder;

	private final List<RibBox> boxes = new ArrayList<>();

	@AfterEach
	void close() {
		boxes.forEach(RibBox::close);
	}

	private RibBox box() {
		RibBox box = new RibBox();
		boxes.add(box);
		return box;
	}

	private Snapshots snapshots(RibBox box, Instant at) {
		return new Snapshots(box.rib, Optional.of(folder), DAY, () -> at);
	}

	private Snapshots saved(RibBox box) {
		Snapshots snapshots = snapshots(box, NOW);
		snapshots.save();
		assertEquals(Optional.empty(), snapshots.state().orElseThrow().writeError());
		return snapshots;
	}

	private Restored restoredInto(RibBox box) {
		return restoredInto(box, NOW.plusSeconds(60));
	}

	private Restored restoredInto(RibBox box, Instant at) {
		Snapshots snapshots = snapshots(box, at);
		snapshots.read();
		snapshots.restore();
		return snapshots.state().orElseThrow().restored();
	}

	private Path file() {
		return new SnapshotFile(folder).path();
	}

	private static List<String> said(RibBox box, String vrf) {
		return box.rib.page(RouteFilter.all(vrf), Optional.empty(), 1_000).join().routes().stream()
				.map(SnapshotsTest::said)
				.toList();
	}

	@Test
	void whatSourcesSaidIsThereAgainAsOldAsItWas() {
		RibBox before = box();
		before.rib.addVrf("blue").join();
		before.rib.setDistance("static", 3, _ -> {}).join();
		before.announce(RouteSource.FPM, "203.0.113.0/24", "192.0.2.7", "2001:db8:7::/48", "2001:db8:1::7");
		before.announce(RouteSource.MRT, "203.0.113.0/24", "192.0.2.8", "10.0.0.0/8", "192.0.2.9");
		before.rib.setDistance("mrt", 15, _ -> {}).join();
		RouteChanges blue = new RouteChanges("blue");
		blue.announce(Prefix.parse("10.1.0.0/16"), via("198.18.7.7"), 77, 9);
		before.rib.apply(RouteSource.named("lab"), blue).join();
		saved(before);

		RibBox after = box();
		after.rib.addVrf("blue").join();
		Restored restored = restoredInto(after);
		assertEquals(Outcome.RESTORED, restored.outcome());
		assertEquals(5, restored.routes());
		assertEquals(Optional.of(NOW), restored.takenAt());
		assertEquals(said(before, "default"), said(after, "default"));
		assertEquals(said(before, "blue"), said(after, "blue"));
		assertEquals(Optional.of(via("192.0.2.8")), after.forwarded("203.0.113.0/24"), "mrt has the smaller distance");
	}

	/** A prefix's routes with their ages, but for connected ones, which are new. */
	private static String said(PrefixRoutes routes) {
		return routes.prefix() + " " + routes.candidates().stream()
				.map(route -> route.route() + " " + route.active()
						+ (route.route().source().equals(RouteSource.CONNECTED) ? "" : " " + route.since()))
				.toList();
	}

	@Test
	void staticAndConnectedRoutesHaveAnotherHome() {
		RibBox before = box();
		before.announce(RouteSource.STATIC, "203.0.113.0/24", "192.0.2.7");
		saved(before);
		RibBox after = box();
		assertEquals(0, restoredInto(after).routes());
		assertEquals(Optional.empty(), after.find("203.0.113.0/24"));
	}

	@Test
	void aFeedSweepsWhatItDoesNotSayAgainAndOthersStay() {
		RibBox before = box();
		before.announce(RouteSource.FPM, "203.0.113.0/24", "192.0.2.7", "198.51.100.128/25", "192.0.2.7");
		before.announce(RouteSource.MRT, "10.0.0.0/8", "192.0.2.9");
		saved(before);
		RibBox after = box();
		restoredInto(after);
		int batches = after.dataplane.routeBatches();
		after.announce(RouteSource.FPM, "203.0.113.0/24", "192.0.2.7");
		assertEquals(batches, after.dataplane.routeBatches(), "the same again is no write");
		assertEquals(1, after.rib.sweep(RouteSource.FPM).join().removed());
		assertEquals(0, after.rib.sweep(RouteSource.MRT).join().removed());
		assertTrue(after.forwarded("203.0.113.0/24").isPresent());
		assertEquals(Optional.empty(), after.find("198.51.100.128/25"));
		assertTrue(after.forwarded("10.0.0.0/8").isPresent());
	}

	@Test
	void nothingIsWrittenWhenNothingHasChanged() throws IOException {
		RibBox box = box();
		box.announce(RouteSource.MRT, "10.0.0.0/8", "192.0.2.9");
		Snapshots snapshots = saved(box);
		Files.delete(file());
		snapshots.save();
		assertFalse(Files.exists(file()));
		box.announce(RouteSource.MRT, "10.0.0.0/8", "192.0.2.8");
		snapshots.stop();
		assertTrue(Files.exists(file()), "the stop writes the last one");
	}

	@Test
	void withoutAFolderNothingIsKept() {
		RibBox box = box();
		box.announce(RouteSource.MRT, "10.0.0.0/8", "192.0.2.9");
		Snapshots snapshots = new Snapshots(box.rib, Optional.empty(), DAY, () -> NOW);
		snapshots.read();
		snapshots.restore();
		snapshots.start();
		snapshots.stop();
		assertEquals(Optional.empty(), snapshots.state());
	}

	@Test
	void noSnapshotIsNoFault() {
		Restored restored = restoredInto(box());
		assertEquals(Restored.NOTHING, restored);
	}

	@Test
	void aDamagedOneIsIgnoredByNameAndKeptAside() throws IOException {
		RibBox before = box();
		before.announce(RouteSource.MRT, "10.0.0.0/8", "192.0.2.9");
		saved(before);
		byte[] bytes = Files.readAllBytes(file());
		bytes[bytes.length / 2] ^= 1;
		Files.write(file(), bytes);
		RibBox after = box();
		Restored restored = restoredInto(after);
		assertEquals(Outcome.IGNORED, restored.outcome());
		assertEquals(Optional.of(Reason.DAMAGED), restored.reason());
		assertEquals(Optional.empty(), after.find("10.0.0.0/8"));
		assertFalse(Files.exists(file()));
		assertArrayEquals(bytes, Files.readAllBytes(folder.resolve("routes.snapshot.ignored")));
	}

	@Test
	void aFolderInItsPlaceIsUnreadable() throws IOException {
		Files.createDirectories(file().resolve("full"));
		assertEquals(Optional.of(Reason.UNREADABLE), restoredInto(box()).reason());
	}

	@Test
	void oneThatIsTooOldIsIgnoredAndOneFromTheFutureIsNot() {
		RibBox before = box();
		before.announce(RouteSource.MRT, "10.0.0.0/8", "192.0.2.9");
		saved(before);
		assertEquals(Outcome.RESTORED, restoredInto(box(), NOW.minusSeconds(7_200)).outcome());
		assertEquals(Outcome.RESTORED, restoredInto(box(), NOW.plus(DAY)).outcome());
		Restored old = restoredInto(box(), NOW.plus(DAY).plusSeconds(1));
		assertEquals(Optional.of(Reason.TOO_OLD), old.reason());
		assertEquals(Optional.of("it was taken 86401 s ago, and snapshot.maxAgeSeconds is 86400"), old.message());
	}

	@Test
	void whatDoesNotFitIsSaidAndTheRestStays() {
		RibBox before = box();
		before.announce(RouteSource.MRT, "10.0.0.0/8", "192.0.2.9");
		before.announce(RouteSource.FPM, "11.0.0.0/8", "192.0.2.9");
		saved(before);
		RibBox after = box();
		after.dataplane.limitRoutes(after.dataplane.routes().size() - 2 + 1);
		Restored restored = restoredInto(after);
		assertEquals(Outcome.PARTLY, restored.outcome());
		assertEquals(Optional.of(Reason.NO_CAPACITY), restored.reason());
		assertEquals(1, restored.routes());
	}

	@Test
	void ofOneSourceTooAsMuchComesBackAsThereIsRoomFor() {
		RibBox before = box();
		RouteChanges many = new RouteChanges();
		for (int at = 0; at < 100; at++) {
			many.announce(Prefix.parse("10." + at + ".0.0/16"), via("192.0.2.9"));
		}
		before.rib.apply(RouteSource.MRT, many).join();
		saved(before);
		RibBox after = box();
		after.dataplane.limitRoutes(after.dataplane.routes().size() - 2 + 37);
		Restored restored = restoredInto(after);
		assertEquals(Optional.of(Reason.NO_CAPACITY), restored.reason());
		assertEquals(37, restored.routes());
		assertTrue(after.forwarded("10.0.0.0/16").isPresent());
	}

	@Test
	void routesOfAVrfThatIsNoMoreAreLeftOut() {
		RibBox before = box();
		before.rib.addVrf("blue").join();
		RouteChanges blue = new RouteChanges("blue");
		blue.announce(Prefix.parse("10.1.0.0/16"), via("198.18.7.7"));
		before.rib.apply(RouteSource.MRT, blue).join();
		before.announce(RouteSource.MRT, "10.0.0.0/8", "192.0.2.9");
		saved(before);
		RibBox after = box();
		Restored restored = restoredInto(after);
		assertEquals(Optional.of(Reason.NO_VRF), restored.reason());
		assertEquals(Optional.of("there is no VRF blue"), restored.message());
		assertTrue(after.forwarded("10.0.0.0/8").isPresent());
	}

	@Test
	void aFullDiskLeavesTheOldOneAndIsTriedAgain() throws IOException {
		RibBox box = box();
		box.announce(RouteSource.MRT, "10.0.0.0/8", "192.0.2.9");
		Snapshots snapshots = saved(box);
		byte[] old = Files.readAllBytes(file());
		box.announce(RouteSource.MRT, "11.0.0.0/8", "192.0.2.9");
		Files.createSymbolicLink(folder.resolve("routes.snapshot.new"), Path.of("/dev/full"));
		snapshots.save();
		SnapshotState full = snapshots.state().orElseThrow();
		assertEquals(1, full.writeFailures());
		assertTrue(full.writeError().orElseThrow().contains("No space left on device"), full::toString);
		assertArrayEquals(old, Files.readAllBytes(file()));
		snapshots.save();
		assertEquals(Optional.empty(), snapshots.state().orElseThrow().writeError());
		RibBox after = box();
		assertEquals(2, restoredInto(after).routes());
		assertEquals(routes("11.0.0.0/8", "192.0.2.9").nexthops(), after.forwarded("11.0.0.0/8").stream().toList());
	}
}
