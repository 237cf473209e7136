package io.signalbox.feed.mrt;

import static io.signalbox.feed.mrt.MrtFile.BEST;
import static io.signalbox.feed.mrt.MrtFile.PARTIAL;
import static io.signalbox.feed.mrt.MrtFile.read;
import static io.signalbox.feed.mrt.MrtFile.routes;
import static io.signalbox.feed.mrt.MrtFile.said;
import static io.signalbox.feed.mrt.PathAttributes.all;
import static io.signalbox.feed.mrt.PathAttributes.asPath;
import static io.signalbox.feed.mrt.PathAttributes.mpReach;
import static io.signalbox.feed.mrt.PathAttributes.mpUnreach;
import static io.signalbox.feed.mrt.PathAttributes.nextHops;
import static io.signalbox.feed.mrt.PathAttributes.path;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.feed.mrt.MrtWriter.Entry;
import io.signalbox.feed.mrt.MrtWriter.Peer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are damaged, hold what is not read, or say nothing. */
class MrtDamageTest {
	private static final Peer ONE = new Peer("192.0.2.1", 64_501);
	private static final Peer TWO = new Peer("192.0.2.2", 64_502);
	private static final Bytes NONE = new Bytes();

	private static Bytes longPath() {
		return path("192.0.2.1", 64_501, 64_510, 64_511);
	}

	private static Bytes shortPath() {
		return path("192.0.2.2", 64_502);
	}

	@Test
	@DisplayName("M9 a file cut anywhere is refused with record and offset; allowPartial takes what is whole and says so")
	void cutAnywhere() throws IOException {
		MrtWriter file = new MrtWriter().peerIndex(ONE).rib("10.0.0.0/8", new Entry(0, longPath()));
		int whole = file.size();
		byte[] bytes = file.rib("11.0.0.0/8", new Entry(0, longPath())).array();
		for (int length = whole + 1; length < bytes.length; length++) {
			byte[] cut = Arrays.copyOf(bytes, length);
			RefusedException refused =
					assertThrows(RefusedException.class, () -> MrtFile.read(new ByteArrayInputStream(cut), BEST));
			assertEquals(RefusedException.Reason.BROKEN, refused.reason());
			String where = "record 3 at byte " + whole + ": it ends after ";
			assertTrue(refused.getMessage().startsWith(where), refused.getMessage());
			MrtRoutes partial = MrtFile.read(new ByteArrayInputStream(cut), PARTIAL);
			assertEquals(said("10.0.0.0/8 192.0.2.1"), routes(partial));
			assertEquals(2, partial.records());
			assertEquals(2, partial.cut().orElseThrow().record());
			assertEquals(whole, partial.cut().orElseThrow().offset());
		}
	}

	@Test
	@DisplayName("M9 what is no MRT file is refused at its first record")
	void noMrtFile() {
		byte[] text = "{\"destinationPrefix\":\"10.0.0.0/8\",\"type\":\"blackhole\"}\n".getBytes(StandardCharsets.UTF_8);
		RefusedException refused =
				assertThrows(RefusedException.class, () -> MrtFile.read(new ByteArrayInputStream(text), PARTIAL));
		assertEquals(RefusedException.Reason.NO_ROUTES, refused.reason());
		assertTrue(refused.getMessage().contains("record 1 at byte 0: its header says a length of"), refused.getMessage());
	}

	@ParameterizedTest(name = "a file that ends without any route is refused, more likely it is the wrong one: {0}")
	@ValueSource(strings = {"empty", "peers only", "unknown types only", "no entry with a next hop", "all withdrawn"})
	void noRoutes(String what) {
		MrtWriter file = new MrtWriter();
		switch (what) {
			case "peers only" -> file.peerIndex(ONE);
			case "unknown types only" -> file.record(11, 0, NONE);
			case "all withdrawn" -> file.announce(ONE, longPath(), "10.0.0.0/8").withdraw(ONE, "10.0.0.0/8");
			case "no entry with a next hop" -> file.peerIndex(ONE).rib("10.0.0.0/8", new Entry(0, NONE));
			default -> {
				// Nothing at all.
			}
		}
		RefusedException refused = assertThrows(RefusedException.class, () -> read(file));
		assertEquals(RefusedException.Reason.NO_ROUTES, refused.reason());
		assertTrue(refused.getMessage().contains("delete it"));
	}

	@Test
	@DisplayName("M10 record types that are not read are counted and named, and the rest is read")
	void unknownTypes() throws IOException {
		Bytes junk = new Bytes().raw(new byte[77]);
		Bytes multicast = all(asPath(1), mpReach(1, 2, nextHops("192.0.2.1"), new Bytes().nlri("10.9.0.0/16")));
		MrtRoutes read = read(new MrtWriter()
				.record(11, 0, junk)
				.peerIndex(ONE)
				.record(13, 6, junk)
				.record(13, 6, junk)
				.record(13, 3, junk)
				.record(13, 99, junk)
				.rib("10.0.0.0/8", new Entry(0, longPath()))
				.record(4_242, 1, junk)
				.record(48, 0, junk)
				.message(7, ONE, MrtWriter.updateMessage(NONE, longPath(), new Bytes().nlri("11.0.0.0/8")))
				.update(ONE, NONE, multicast, NONE)
				.update(ONE, NONE, mpUnreach(25, 70, junk), NONE)
				.message(4, ONE, MrtWriter.bgp(1, junk))
				.message(4, ONE, MrtWriter.bgp(4, NONE))
				.message(4, ONE, MrtWriter.bgp(77, junk)));
		assertEquals(said("10.0.0.0/8 192.0.2.1"), routes(read));
		assertEquals(
				Map.of("OSPFv2/0", 1L, "TABLE_DUMP_V2/RIB_GENERIC", 2L, "TABLE_DUMP_V2/RIB_IPV4_MULTICAST", 1L,
						"TABLE_DUMP_V2/99", 1L, "type 4242", 1L, "OSPFv3/0", 1L, "BGP4MP/MESSAGE_AS4_LOCAL", 1L,
						"UPDATE of AFI 1, SAFI 2", 1L, "UPDATE of AFI 25, SAFI 70", 1L, "BGP message of type 77", 1L),
				read.skipped());
		assertEquals(0, read.rejected());
		assertEquals(15, read.records());
	}

	@Test
	@DisplayName("M10 a file of nothing but unknown types keeps a few names only")
	void manyUnknownTypes() throws IOException {
		MrtWriter file = new MrtWriter().announce(ONE, longPath(), "10.0.0.0/8");
		for (int type = 100; type < 1_100; type++) {
			file.record(type, 0, NONE);
		}
		Map<String, Long> skipped = read(file).skipped();
		assertEquals(101, skipped.size());
		assertEquals(900, skipped.get("others"));
	}

	@Test
	@DisplayName("M11 each PEER_INDEX_TABLE applies to what follows it; after a bad one no peer is known")
	void twoPeerIndexTables() throws IOException {
		MrtWriter file = new MrtWriter()
				.peerIndex(ONE, TWO)
				.rib("10.0.0.0/8", new Entry(1, shortPath()))
				.peerIndex(TWO)
				.rib("11.0.0.0/8", new Entry(0, shortPath()))
				.rib("12.0.0.0/8", new Entry(1, shortPath()))
				.record(13, 1, new Bytes().address("198.51.100.1").u16(0).u16(2))
				.rib("13.0.0.0/8", new Entry(0, shortPath()))
				.peerIndex(ONE)
				.rib("14.0.0.0/8", new Entry(0, longPath()));
		MrtRoutes read = read(file);
		assertEquals(
				said("10.0.0.0/8 192.0.2.2", "11.0.0.0/8 192.0.2.2", "14.0.0.0/8 192.0.2.1"), routes(read));
		assertEquals(List.of(4L, 5L, 6L), read.findings().stream().map(Finding::record).toList());
		assertEquals(
				said("10.0.0.0/8 192.0.2.2", "11.0.0.0/8 192.0.2.2"),
				routes(file.stream(), MrtFile.peer("192.0.2.2")));
	}
}
