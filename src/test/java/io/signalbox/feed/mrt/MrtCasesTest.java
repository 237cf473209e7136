package io.signalbox.feed.mrt;

import static io.signalbox.feed.mrt.MrtFile.BEST;
import static io.signalbox.feed.mrt.MrtFile.read;
import static io.signalbox.feed.mrt.MrtFile.routes;
import static io.signalbox.feed.mrt.MrtFile.said;
import static io.signalbox.feed.mrt.PathAttributes.all;
import static io.signalbox.feed.mrt.PathAttributes.asPath;
import static io.signalbox.feed.mrt.PathAttributes.attribute;
import static io.signalbox.feed.mrt.PathAttributes.mpReach;
import static io.signalbox.feed.mrt.PathAttributes.mpReachShort;
import static io.signalbox.feed.mrt.PathAttributes.mpUnreach;
import static io.signalbox.feed.mrt.PathAttributes.nextHop;
import static io.signalbox.feed.mrt.PathAttributes.nextHops;
import static io.signalbox.feed.mrt.PathAttributes.path;
import static io.signalbox.feed.mrt.PathAttributes.segment;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.feed.mrt.MrtWriter.Entry;
import io.signalbox.feed.mrt.MrtWriter.Peer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The inputs on which other readers went wrong. */
class MrtCasesTest {
	private static final Peer ONE = new Peer("192.0.2.1", 64_501);
	private static final Peer TWO = new Peer("192.0.2.2", 64_502);
	private static final Peer SIX = new Peer("2001:db8::1", 64_506);
	private static final Bytes NONE = new Bytes();

	private static Bytes longPath() {
		return path("192.0.2.1", 64_501, 64_510, 64_511);
	}

	private static Bytes shortPath() {
		return path("192.0.2.2", 64_502);
	}

	@Test
	@DisplayName("M1 NLRI with host bits set, then a cut one: the first is taken, the second a finding with its offset")
	void hostBitsAndCutNlri() throws IOException {
		MrtWriter file = new MrtWriter().update(ONE, NONE, longPath(), new Bytes().u8(0x0d, 0x0b, 0x0d, 0x0b));
		MrtRoutes read = read(file);
		assertEquals(said("11.8.0.0/13 192.0.2.1"), routes(read));
		assertEquals(
				List.of(new Finding(0, file.size() - 1, "a prefix is cut short; those before it are taken")),
				read.findings());
		assertEquals(1, read.rejected());
	}

	@Test
	@DisplayName("M1 host bits of IPv6 in either half do not count")
	void hostBitsOfIpv6() throws IOException {
		Bytes nlri = new Bytes().u8(44).u32(0x2001_0db8).u16(0x001f).u8(68).u32(0x2001_0db8).u32(2).u8(0x1f);
		Bytes attributes = all(asPath(1), mpReach(2, 1, nextHops("2001:db8::1"), nlri));
		MrtWriter file = new MrtWriter().update(SIX, NONE, attributes, NONE);
		assertEquals(said("2001:db8:10::/44 2001:db8::1", "2001:db8:0:2:1000::/68 2001:db8::1"), routes(file));
	}

	@Test
	@DisplayName("M1 a prefix cut within its path identifier or right after it")
	void cutPathIdentifier() throws IOException {
		for (int length = 1; length <= 4; length++) {
			Bytes nlri = new Bytes().u32(1).nlri("10.0.0.0/8").raw(new byte[length]);
			MrtRoutes read = read(new MrtWriter().message(9, ONE, MrtWriter.updateMessage(NONE, longPath(), nlri)));
			assertEquals(said("10.0.0.0/8 192.0.2.1"), routes(read));
			assertEquals("a prefix is cut short; those before it are taken", read.findings().getFirst().detail());
		}
	}

	@ParameterizedTest(name = "M1 a cut prefix among the {0}")
	@ValueSource(strings = {"withdrawn", "reachable", "unreachable"})
	void cutPrefixElsewhere(String field) throws IOException {
		Bytes cut = new Bytes().nlri("2001:db8:1::/48").u8(48, 0x20);
		Bytes cut4 = new Bytes().nlri("10.0.0.0/8").u8(24, 11);
		Bytes attributes = switch (field) {
			case "reachable" -> all(asPath(1), mpReach(2, 1, nextHops("2001:db8::1"), cut));
			case "unreachable" -> mpUnreach(2, 1, cut);
			default -> NONE;
		};
		MrtWriter file = new MrtWriter()
				.announce(ONE, longPath(), "10.0.0.0/8", "12.0.0.0/8")
				.update(ONE, field.equals("withdrawn") ? cut4 : NONE, attributes, NONE);
		assertEquals(1, read(file).rejected());
		assertEquals(field.equals("reachable") ? 3 : field.equals("withdrawn") ? 1 : 2, routes(file).size());
	}

	@Test
	@DisplayName("M2 a record over 64 KiB is read, and the one after it")
	void longRecord() throws IOException {
		Bytes community = attribute(32, new Bytes().raw(new byte[30_000]));
		Entry[] entries = {
			new Entry(0, all(community, longPath())), new Entry(1, all(longPath(), community)), new Entry(1, shortPath())
		};
		MrtWriter file = new MrtWriter().peerIndex(ONE, TWO).rib("10.0.0.0/8", entries).rib("11.0.0.0/8", entries[0]);
		assertTrue(file.size() > 90_000);
		assertEquals(said("10.0.0.0/8 192.0.2.2", "11.0.0.0/8 192.0.2.1"), routes(file));
		byte[] most = new MrtWriter().record(99, 0, new Bytes().raw(new byte[Records.LONGEST])).array();
		byte[] both = Arrays.copyOf(most, most.length + file.size());
		System.arraycopy(file.array(), 0, both, most.length, file.size());
		assertEquals(2, routes(new ByteArrayInputStream(both), BEST).size());
	}

	@Test
	@DisplayName("M3 NLRI length 33 in IPv4: the record is refused whole, its offset said, the next one read")
	void tooLongIpv4Prefix() throws IOException {
		MrtWriter file = new MrtWriter().announce(ONE, longPath(), "10.0.0.0/8");
		int before = file.size();
		Bytes tooLong = new Bytes().nlri("11.0.0.0/8").u8(33, 1, 2, 3, 4, 5);
		file.update(ONE, new Bytes().nlri("10.0.0.0/8"), longPath(), tooLong);
		int bad = file.size() - 6;
		file.announce(ONE, longPath(), "12.0.0.0/8");
		MrtRoutes read = read(file);
		assertEquals(said("10.0.0.0/8 192.0.2.1", "12.0.0.0/8 192.0.2.1"), routes(read));
		assertEquals(List.of(new Finding(1, bad, "a prefix length of 33 in IPv4")), read.findings());
		assertTrue(bad > before);
		assertEquals("record 2 at byte " + bad + ": a prefix length of 33 in IPv4", read.findings().getFirst().text());
	}

	@Test
	@DisplayName("M3 NLRI length 129 in IPv6 and 33 in IPv4, in an UPDATE and in RIBs: refused whole")
	void tooLongPrefixes() throws IOException {
		Bytes bad6 = new Bytes().nlri("2001:db8::/32").u8(129).raw(new byte[17]);
		MrtRoutes read = read(new MrtWriter()
				.peerIndex(ONE)
				.update(SIX, NONE, all(asPath(1), mpReach(2, 1, nextHops("2001:db8::1"), bad6)), NONE)
				.record(13, 4, new Bytes().u32(0).u8(129).raw(new byte[17]).u16(0))
				.record(13, 2, new Bytes().u32(0).u8(33).raw(new byte[5]).u16(0))
				.record(12, 1, new Bytes().u32(0).u32(0).u8(33).raw(new byte[11]))
				.rib("10.0.0.0/8", new Entry(0, longPath())));
		assertEquals(said("10.0.0.0/8 192.0.2.1"), routes(read));
		assertEquals(List.of(1L, 2L, 3L, 4L), read.findings().stream().map(Finding::record).toList());
		assertTrue(read.findings().get(1).detail().contains("129 in IPv6"));
	}

	@Test
	@DisplayName("M4 NLRI 00 is the default route, of either family")
	void defaultRoute() throws IOException {
		Bytes six = all(asPath(1), mpReach(2, 1, nextHops("2001:db8::1"), new Bytes().u8(0)));
		MrtWriter file = new MrtWriter().update(ONE, NONE, longPath(), new Bytes().u8(0)).update(SIX, NONE, six, NONE);
		assertEquals(said("0.0.0.0/0 192.0.2.1", "::/0 2001:db8::1"), routes(file));
	}

	@Test
	@DisplayName("M5 an add-path RIB has a path identifier an entry; of equal paths the lowest one wins")
	void addPathRib() throws IOException {
		MrtWriter file = new MrtWriter()
				.peerIndex(ONE)
				.ribAddPath("10.0.0.0/24", new Entry(0, 36, longPath()), new Entry(0, 38, shortPath()))
				.ribAddPath("10.0.1.0/24", new Entry(0, 9, longPath()), new Entry(0, 7, path("192.0.2.7", 1, 2, 3)))
				.ribAddPath("2001:db8::/32", new Entry(0, 1, all(asPath(1), mpReachShort("2001:db8::9"))));
		assertEquals(
				said("10.0.0.0/24 192.0.2.2", "10.0.1.0/24 192.0.2.7", "2001:db8::/32 2001:db8::9"), routes(file));
	}

	@Test
	@DisplayName("M5 add-path UPDATEs: each path identifier is a path of its own")
	void addPathUpdates() throws IOException {
		Bytes two = new Bytes().u32(1).nlri("10.0.0.0/8").u32(2).nlri("10.0.0.0/8");
		Bytes second = new Bytes().u32(2).nlri("10.0.0.0/8");
		MrtWriter file = new MrtWriter()
				.message(9, ONE, MrtWriter.updateMessage(NONE, longPath(), two))
				.message(9, ONE, MrtWriter.updateMessage(NONE, path("192.0.2.9", 1), second));
		assertEquals(said("10.0.0.0/8 192.0.2.9"), routes(file));
		file.message(9, ONE, MrtWriter.updateMessage(second, NONE, NONE));
		assertEquals(said("10.0.0.0/8 192.0.2.1"), routes(file));
		file.message(9, ONE, MrtWriter.updateMessage(new Bytes().u32(1).nlri("10.0.0.0/8"), NONE, NONE));
		file.announce(TWO, shortPath(), "11.0.0.0/8");
		assertEquals(said("11.0.0.0/8 192.0.2.2"), routes(file));
	}

	@Test
	@DisplayName("M6 MP_REACH abbreviated, in full, and with the link-local address too: the global next hop in each")
	void formsOfMpReach() throws IOException {
		Bytes full = mpReach(2, 1, nextHops("2001:db8::2"), NONE);
		Bytes fullWithLinkLocal = mpReach(2, 1, nextHops("2001:db8::4", "fe80::4"), NONE);
		Bytes fiveOctets = attribute(14, new Bytes().u8(5, 1, 2, 3, 4, 5));
		MrtRoutes read = read(new MrtWriter()
				.peerIndex(SIX)
				.rib("2001:db8:1::/48", new Entry(0, all(asPath(1), mpReachShort("2001:db8::1"))))
				.rib("2001:db8:2::/48", new Entry(0, all(asPath(1), full)))
				.rib("2001:db8:3::/48", new Entry(0, all(asPath(1), mpReachShort("2001:db8::3", "fe80::3"))))
				.rib("2001:db8:4::/48", new Entry(0, all(asPath(1), fullWithLinkLocal)))
				.rib("2001:db8:5::/48", new Entry(0, all(asPath(1), mpReachShort("fe80::5", "2001:db8::5"))))
				.rib("2001:db8:6::/48", new Entry(0, all(asPath(1), mpReachShort("fe80::6"))))
				.rib("2001:db8:7::/48", new Entry(0, all(asPath(1), mpReachShort("192.0.2.7"))))
				.rib("2001:db8:8::/48", new Entry(0, all(asPath(1), fiveOctets))));
		assertEquals(
				said("2001:db8:1::/48 2001:db8::1", "2001:db8:2::/48 2001:db8::2", "2001:db8:3::/48 2001:db8::3",
						"2001:db8:4::/48 2001:db8::4", "2001:db8:5::/48 2001:db8::5"),
				routes(read));
		assertEquals(
				List.of("fe80::6 is a link-local address: name the interface that it is on as well",
						"192.0.2.7 is no next hop for an IPv6 route", "a next hop of 5 octets"),
				read.findings().stream().map(Finding::detail).toList());
	}

	@Test
	@DisplayName("M7 no attributes, no AS path, AS 0, confederations, a set at the end: taken where there is a next hop")
	void oddAttributes() throws IOException {
		Bytes confederation = attribute(2, all(segment(3, 65_001, 65_002), segment(4, 65_003), segment(2, 1)));
		Bytes set = attribute(2, all(segment(2, 1), segment(1, 2, 3, 4)));
		Bytes unknownSegment = attribute(2, new Bytes().u8(7, 1, 0, 0, 0, 1));
		Entry two = new Entry(1, path("192.0.2.2", 1, 2));
		MrtRoutes read = read(new MrtWriter()
				.peerIndex(ONE, TWO)
				.rib("10.0.0.0/8", new Entry(0, NONE), new Entry(1, shortPath()))
				.rib("10.1.0.0/16", new Entry(0, NONE))
				.rib("10.2.0.0/16", new Entry(0, all(asPath(), nextHop("192.0.2.10"))), new Entry(1, shortPath()))
				.rib("10.3.0.0/16", new Entry(0, path("192.0.2.1", 0)))
				.rib("10.4.0.0/16", new Entry(0, all(confederation, nextHop("192.0.2.1"))), two)
				.rib("10.5.0.0/16", new Entry(0, path("192.0.2.1", 1, 2, 3)), new Entry(1, all(set, nextHop("192.0.2.2"))))
				.rib("10.6.0.0/16", new Entry(0, path("0.0.0.0", 1)))
				.rib("10.7.0.0/16", new Entry(0, all(unknownSegment, nextHop("192.0.2.1"))))
				.rib("10.8.0.0/16", new Entry(0, new Bytes().u8(0x40, 3, 9, 1)), new Entry(1, shortPath())));
		assertEquals(
				said("10.0.0.0/8 192.0.2.2", "10.2.0.0/16 192.0.2.10", "10.3.0.0/16 192.0.2.1",
						"10.4.0.0/16 192.0.2.1", "10.5.0.0/16 192.0.2.2", "10.8.0.0/16 192.0.2.2"),
				routes(read));
		assertEquals(
				List.of("it has no next hop", "it has no next hop", "its next hop is 0.0.0.0, which is no host's address",
						"an AS path segment of type 7", "attribute 3 says a length of 9 octets, 1 are there"),
				read.findings().stream().map(Finding::detail).toList());
	}
}
