package io.signalbox.feed.mrt;

import static io.signalbox.feed.mrt.MrtFile.read;
import static io.signalbox.feed.mrt.MrtFile.routes;
import static io.signalbox.feed.mrt.MrtFile.said;
import static io.signalbox.feed.mrt.PathAttributes.all;
import static io.signalbox.feed.mrt.PathAttributes.asPath;
import static io.signalbox.feed.mrt.PathAttributes.attribute;
import static io.signalbox.feed.mrt.PathAttributes.mpReach;
import static io.signalbox.feed.mrt.PathAttributes.mpUnreach;
import static io.signalbox.feed.mrt.PathAttributes.nextHop;
import static io.signalbox.feed.mrt.PathAttributes.nextHops;
import static io.signalbox.feed.mrt.PathAttributes.path;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.feed.mrt.MrtWriter.Peer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Updates in their order. */
class MrtUpdatesTest {
	private static final Peer ONE = new Peer("192.0.2.1", 64_501);
	private static final Peer TWO = new Peer("192.0.2.2", 64_502);
	private static final Peer SIX = new Peer("2001:db8::1", 64_506);
	private static final Bytes NONE = new Bytes();
	private static final Bytes SHORT = path("192.0.2.1", 1);
	private static final Bytes LONG = path("192.0.2.2", 2, 1);

	@Test
	void updatesCountInTheirOrder() throws IOException {
		MrtWriter file = new MrtWriter()
				.announce(ONE, SHORT, "10.0.0.0/8", "11.0.0.0/8", "12.0.0.0/8")
				.withdraw(ONE, "10.0.0.0/8", "13.0.0.0/8")
				.announce(ONE, path("192.0.2.9", 9), "11.0.0.0/8")
				.withdraw(ONE, "12.0.0.0/8")
				.announce(ONE, SHORT, "12.0.0.0/8");
		assertEquals(said("11.0.0.0/8 192.0.2.9", "12.0.0.0/8 192.0.2.1"), routes(file));
	}

	@Test
	void prefixesThatDifferInTheirEndsOnlyAreDifferent() throws IOException {
		Bytes six = new Bytes().nlri("2001:db8::/64", "2001:db8::/96", "2001:db8::1/128", "2001:db8::2/128");
		MrtWriter file = new MrtWriter()
				.announce(ONE, SHORT, "10.0.0.0/8", "10.0.0.0/9", "10.0.0.0/32")
				.update(SIX, NONE, all(asPath(1), mpReach(2, 1, nextHops("2001:db8::1"), six)), NONE);
		assertEquals(7, routes(file).size());
	}

	@Test
	void aPrefixWithdrawnAndAnnouncedInOneUpdateIsAnnounced() throws IOException {
		MrtWriter file = new MrtWriter()
				.update(ONE, new Bytes().nlri("10.0.0.0/8"), SHORT, new Bytes().nlri("10.0.0.0/8"));
		assertEquals(said("10.0.0.0/8 192.0.2.1"), routes(file));
	}

	@Test
	void theOtherPeersPathIsThereWhenTheBestIsWithdrawn() throws IOException {
		MrtWriter file = new MrtWriter().announce(TWO, LONG, "10.0.0.0/8").announce(ONE, SHORT, "10.0.0.0/8");
		assertEquals(said("10.0.0.0/8 192.0.2.1"), routes(file));
		file.withdraw(ONE, "10.0.0.0/8");
		assertEquals(said("10.0.0.0/8 192.0.2.2"), routes(file));
	}

	@Test
	void theEndOfASessionTakesItsPathsAway() throws IOException {
		MrtWriter file = new MrtWriter()
				.stateChange(ONE, 5, 6)
				.announce(ONE, SHORT, "10.0.0.0/8", "11.0.0.0/8")
				.announce(TWO, LONG, "10.0.0.0/8")
				.stateChange(ONE, 6, 1);
		assertEquals(said("10.0.0.0/8 192.0.2.2"), routes(file));
		file.stateChange(ONE, 5, 6).announce(ONE, SHORT, "11.0.0.0/8");
		assertEquals(said("10.0.0.0/8 192.0.2.2", "11.0.0.0/8 192.0.2.1"), routes(file));
	}

	@Test
	void extendedTimeAndShortAsNumbers() throws IOException {
		Bytes attributes = all(attribute(2, new Bytes().u8(2, 1).u16(1)), nextHop("192.0.2.1"));
		MrtWriter file = new MrtWriter()
				.extendedTimeMessage(4, ONE, MrtWriter.updateMessage(NONE, SHORT, new Bytes().nlri("10.0.0.0/8")))
				.extendedTimeMessage(1, ONE, MrtWriter.updateMessage(NONE, attributes, new Bytes().nlri("11.0.0.0/8")))
				.message(8, ONE, MrtWriter.updateMessage(NONE, attributes, new Bytes().u32(1).nlri("12.0.0.0/8")));
		assertEquals(3, routes(file).size());
	}

	@Test
	void multiprotocolUpdatesOfBothFamilies() throws IOException {
		Bytes two = new Bytes().nlri("2001:db8:1::/48", "::/0");
		Bytes six = all(asPath(1), mpReach(2, 1, nextHops("2001:db8::1", "fe80::1"), two));
		Bytes four = all(asPath(1), mpReach(1, 1, nextHops("2001:db8::4"), new Bytes().nlri("10.0.0.0/8")));
		MrtWriter file = new MrtWriter()
				.update(SIX, NONE, six, NONE)
				.update(SIX, NONE, four, NONE)
				.update(SIX, NONE, mpUnreach(2, 1, new Bytes().nlri("::/0")), NONE)
				.update(SIX, NONE, mpUnreach(2, 1, NONE), NONE);
		assertEquals(said("2001:db8:1::/48 2001:db8::1", "10.0.0.0/8 2001:db8::4"), routes(file));
	}

	@Test
	void anUpdateWithoutANextHopThatWorksWithdraws() throws IOException {
		MrtRoutes file = read(new MrtWriter()
				.announce(ONE, SHORT, "10.0.0.0/8", "11.0.0.0/8", "13.0.0.0/8")
				.announce(ONE, asPath(1), "10.0.0.0/8")
				.announce(ONE, path("224.0.0.1", 1), "11.0.0.0/8", "12.0.0.0/8"));
		assertEquals(said("13.0.0.0/8 192.0.2.1"), routes(file));
		assertEquals(2, file.rejected());
	}

	@Test
	void ofAnAttributeThatIsThereTwiceTheFirstCounts() throws IOException {
		Bytes twice = all(
				asPath(1), nextHop("192.0.2.1"), nextHop("192.0.2.2"), attribute(99, NONE), attribute(99, NONE));
		assertEquals(said("10.0.0.0/8 192.0.2.1"), routes(new MrtWriter().announce(ONE, twice, "10.0.0.0/8")));
	}

	@Test
	void malformedMessagesAreRefusedWhole() throws IOException {
		Bytes update = MrtWriter.updateMessage(NONE, SHORT, new Bytes().nlri("10.0.0.0/8"));
		byte[] tooLong = update.array();
		tooLong[17]++;
		byte[] tooShort = update.array();
		tooShort[17] = 18;
		MrtRoutes file = read(new MrtWriter()
				.message(4, ONE, new Bytes().raw(tooLong))
				.message(4, ONE, new Bytes().raw(tooShort))
				.message(4, ONE, MrtWriter.bgp(2, new Bytes().u16(9)))
				.message(4, ONE, MrtWriter.bgp(2, new Bytes().u16(0).u16(9)))
				.announce(ONE, all(asPath(1), attribute(3, new Bytes().u8(1, 2, 3))), "10.0.0.0/8")
				.announce(ONE, attribute(14, new Bytes().u16(2)), "10.0.0.0/8")
				.record(16, 4, new Bytes().u32(1).u32(2).u16(0).u16(3))
				.record(16, 4, NONE)
				.record(17, 4, new Bytes().u16(0))
				.record(13, 2, new Bytes().u32(0).nlri("10.0.0.0/8").u16(1))
				.announce(ONE, SHORT, "11.0.0.0/8"));
		assertEquals(said("11.0.0.0/8 192.0.2.1"), routes(file));
		assertEquals(
				List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L),
				file.findings().stream().map(Finding::record).toList());
	}
}
