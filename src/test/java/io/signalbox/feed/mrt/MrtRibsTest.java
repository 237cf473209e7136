package io.signalbox.feed.mrt;

import static io.signalbox.feed.mrt.MrtFile.peer;
import static io.signalbox.feed.mrt.MrtFile.read;
import static io.signalbox.feed.mrt.MrtFile.routes;
import static io.signalbox.feed.mrt.MrtFile.said;
import static io.signalbox.feed.mrt.PathAttributes.all;
import static io.signalbox.feed.mrt.PathAttributes.attribute;
import static io.signalbox.feed.mrt.PathAttributes.mpReach;
import static io.signalbox.feed.mrt.PathAttributes.nextHop;
import static io.signalbox.feed.mrt.PathAttributes.nextHops;
import static io.signalbox.feed.mrt.PathAttributes.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.feed.mrt.MrtWriter.Entry;
import io.signalbox.feed.mrt.MrtWriter.Peer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** RIBs, alone and before or after updates, and the choice of paths. */
class MrtRibsTest {
	private static final Peer ONE = new Peer("192.0.2.1", 64_501);
	private static final Peer TWO = new Peer("192.0.2.2", 64_502);
	private static final Peer SIX = new Peer("2001:db8::1", 64_506);
	private static final Bytes NONE = new Bytes();
	private static final Bytes SHORT = path("192.0.2.1", 1);
	private static final Bytes LONG = path("192.0.2.2", 2, 1);

	@Test
	void ofPathsOfOneLengthTheLowestPeersWins() throws IOException {
		Peer high = new Peer("203.0.113.1", 1);
		MrtWriter file = new MrtWriter()
				.peerIndex(SIX, high, TWO)
				.rib("10.0.0.0/8",
						new Entry(0, path("192.0.2.6", 7)),
						new Entry(1, path("192.0.2.3", 7)),
						new Entry(2, path("192.0.2.4", 7)))
				.announce(SIX, path("192.0.2.6", 7), "11.0.0.0/8")
				.announce(high, path("192.0.2.3", 7), "11.0.0.0/8")
				.announce(new Peer("203.0.113.1", 0), path("192.0.2.5", 7), "11.0.0.0/8")
				.announce(TWO, path("192.0.2.7", 7), "12.0.0.0/8")
				.announce(new Peer("10.0.0.1", 9), path("192.0.2.8", 7), "12.0.0.0/8");
		assertEquals(
				said("10.0.0.0/8 192.0.2.4", "11.0.0.0/8 192.0.2.5", "12.0.0.0/8 192.0.2.8"), routes(file));
	}

	@Test
	void aPeerIsChosen() throws IOException {
		MrtWriter file = new MrtWriter()
				.peerIndex(ONE, TWO)
				.rib("10.0.0.0/8", new Entry(0, SHORT), new Entry(1, LONG))
				.rib("11.0.0.0/8", new Entry(0, SHORT))
				.withdraw(TWO, "11.0.0.0/8")
				.announce(TWO, LONG, "12.0.0.0/8");
		assertEquals(said("10.0.0.0/8 192.0.2.2", "12.0.0.0/8 192.0.2.2"), routes(file.stream(), peer("192.0.2.2")));
		RefusedException refused = assertThrows(
				RefusedException.class, () -> MrtFile.read(file.stream(), peer("192.0.2.3")));
		assertEquals(RefusedException.Reason.PEER, refused.reason());
		assertEquals("The file has no peer 192.0.2.3. It has: 192.0.2.1, 192.0.2.2", refused.getMessage());
	}

	@Test
	void updatesAfterARibOfSeveralPeersThatTakeABestPathAwayNeedAChoice() throws IOException {
		MrtWriter file = new MrtWriter()
				.peerIndex(ONE, TWO)
				.rib("10.0.0.0/8", new Entry(0, SHORT), new Entry(1, LONG))
				.withdraw(TWO, "10.0.0.0/8")
				.announce(ONE, path("192.0.2.9", 3), "10.0.0.0/8");
		assertEquals(said("10.0.0.0/8 192.0.2.9"), routes(file), "the best path was replaced by one as good");
		file.withdraw(ONE, "10.0.0.0/8");
		RefusedException refused = assertThrows(RefusedException.class, () -> read(file));
		assertEquals(RefusedException.Reason.PEER, refused.reason());
		assertTrue(refused.getMessage().contains("choose one peer"));
		file.announce(TWO, LONG, "11.0.0.0/8");
		assertEquals(said("11.0.0.0/8 192.0.2.2"), routes(file.stream(), peer("192.0.2.2")));
	}

	@Test
	void aSessionThatEndsAfterARibOfSeveralPeersNeedsAChoice() {
		MrtWriter file = new MrtWriter()
				.peerIndex(ONE, TWO)
				.rib("10.0.0.0/8", new Entry(0, SHORT), new Entry(1, LONG))
				.stateChange(ONE, 6, 1);
		assertEquals(
				RefusedException.Reason.PEER, assertThrows(RefusedException.class, () -> read(file)).reason());
	}

	@Test
	void aPathThatReplacesOneOfAnEndedSessionAfterARibOfSeveralPeersNeedsAChoice() {
		MrtWriter file = new MrtWriter()
				.peerIndex(ONE, TWO)
				.rib("10.0.0.0/8", new Entry(0, SHORT), new Entry(1, LONG))
				.stateChange(ONE, 6, 1)
				.announce(ONE, SHORT, "10.0.0.0/8");
		assertEquals(
				RefusedException.Reason.PEER, assertThrows(RefusedException.class, () -> read(file)).reason());
	}

	@Test
	void aRibAfterUpdatesKeepsTheirPaths() throws IOException {
		Peer three = new Peer("192.0.2.3", 64_503);
		MrtWriter file = new MrtWriter()
				.announce(ONE, SHORT, "10.0.0.0/8")
				.announce(TWO, LONG, "10.0.0.0/8")
				.peerIndex(ONE, TWO, three)
				.rib("10.0.0.0/8", new Entry(0, SHORT), new Entry(1, LONG), new Entry(2, path("192.0.2.3", 1, 2, 3)))
				.withdraw(ONE, "10.0.0.0/8");
		assertEquals(said("10.0.0.0/8 192.0.2.2"), routes(file));
		file.withdraw(TWO, "10.0.0.0/8");
		assertEquals(said("10.0.0.0/8 192.0.2.3"), routes(file));
	}

	@Test
	void aRibTakesThePlaceOfWhatAnEndedSessionSaid() throws IOException {
		MrtWriter file = new MrtWriter()
				.announce(ONE, SHORT, "10.0.0.0/8")
				.stateChange(ONE, 6, 1)
				.peerIndex(TWO)
				.rib("10.0.0.0/8", new Entry(0, LONG));
		assertEquals(said("10.0.0.0/8 192.0.2.2"), routes(file));
	}

	@Test
	void peersWithShortAsNumbersAreInTheIndex() throws IOException {
		Bytes index = new Bytes().address("198.51.100.1").u16(4).u32(0x76696577).u16(2);
		index.u8(0).u32(1).address("192.0.2.1").u16(64_501).u8(1).u32(2).address("2001:db8::1").u16(64_502);
		MrtWriter file = new MrtWriter().record(13, 1, index).rib("10.0.0.0/8", new Entry(1, SHORT));
		assertEquals(said("10.0.0.0/8 192.0.2.1"), routes(file.stream(), peer("2001:db8::1")));
	}

	@Test
	void aLaterRibOfTheSamePeersCounts() throws IOException {
		MrtWriter file = new MrtWriter()
				.peerIndex(ONE, TWO)
				.rib("10.0.0.0/8", new Entry(0, SHORT), new Entry(1, LONG))
				.peerIndex(ONE, TWO)
				.rib("10.0.0.0/8", new Entry(0, path("192.0.2.1", 1, 2, 3)), new Entry(1, LONG));
		assertEquals(said("10.0.0.0/8 192.0.2.2"), routes(file));
	}

	@Test
	void tableDumpHasAPathARecord() throws IOException {
		Bytes two = all(attribute(2, new Bytes().u8(2, 2).u16(1).u16(2)), nextHop("192.0.2.1"));
		Bytes one = all(attribute(2, new Bytes().u8(2, 1).u16(1)), nextHop("192.0.2.2"));
		Bytes six = all(attribute(2, new Bytes().u8(2, 1).u16(1)), mpReach(2, 1, nextHops("2001:db8::6"), NONE));
		MrtRoutes file = read(new MrtWriter()
				.tableDump("10.0.0.0/8", ONE, two)
				.tableDump("10.0.0.0/8", TWO, one)
				.tableDump("11.0.0.0/8", ONE, two)
				.tableDump("2001:db8::/32", SIX, six)
				.record(12, 3, NONE));
		assertEquals(
				said("10.0.0.0/8 192.0.2.2", "11.0.0.0/8 192.0.2.1", "2001:db8::/32 2001:db8::6"), routes(file));
		assertEquals(Map.of("TABLE_DUMP/3", 1L), file.skipped());
	}
}
