package io.signalbox.feed.mrt;

import static io.signalbox.feed.mrt.MrtFile.BEST;
import static io.signalbox.feed.mrt.MrtFile.PARTIAL;
import static io.signalbox.feed.mrt.MrtFile.routes;
import static io.signalbox.feed.mrt.MrtFile.said;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.signalbox.feed.Unpacked;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of real collectors, against what {@code bgpdump} makes of them. */
class MrtRealFilesTest {
	private static final String SESSION = "mrt-updates/bgpdump-updates.et-header.2015.gz";

	/** So bgpdump has it. */
	private static final String NO_NEXT_HOP = "|255.255.255.255|";

	private static final String CUT = "mrt-rib/pyasn-rib6.20151101.0600_firstMB.bz2";

	private static MrtRoutes read(String name, MrtRoutes.Choice choice) throws IOException {
		try (InputStream file = Unpacked.of(RealFile.open(name))) {
			return MrtFile.read(file, choice);
		}
	}

	private static NaivePaths golden(String name) throws IOException {
		NaivePaths model = new NaivePaths();
		try (BufferedReader lines = RealFile.golden(name)) {
			lines.lines().filter(line -> !line.contains(NO_NEXT_HOP)).forEach(model::line);
		}
		return model;
	}

	@ParameterizedTest(name = "{0}: {1} records, {2} prefixes, as bgpdump reads it")
	@CsvSource({
		"mrt-updates/bgpdump-updates.et-header.2015.gz, 89686, 577703",
		"mrt-updates/bgpdump-updates.20160811.1600.gz, 17406, 1686",
		"mrt-updates/bgpdump-updates.nlri_mask_trailing_bits.gz, 1, 1",
		"mrt-rib/bgpdump-bview.20020722.2337.gz, 115521, 112988",
		"mrt-rib/bgpdump-bview.64k_stream_overflow.gz, 2, 1",
		"mrt-rib/bgpdump-bview.ipv4_unicast_add_path.gz, 32, 31",
	})
	@DisplayName("M1 M2 M5")
	void agreesWithTheGoldenOutput(String name, long records, int prefixes) throws IOException {
		MrtRoutes file = read(name, BEST);
		Map<Prefix, Nexthop> best = golden(name).best();
		assertEquals(records, file.records());
		assertEquals(best, routes(file));
		assertEquals(prefixes, best.size());
		assertEquals(Map.of(), file.skipped());
	}

	@Test
	@DisplayName("the session file: of 577,706 prefixes announced 3 are withdrawn again; 3,771 next hops, no finding")
	void wholeSession() throws IOException {
		MrtRoutes file = read(SESSION, MrtFile.peer("206.220.231.55"));
		assertEquals(577_706 - 3, file.routes().size());
		assertEquals(3_771, file.routes().nexthopCount());
		assertEquals(List.of(), file.findings());
	}

	@Test
	@DisplayName("M1 host bits, then a cut NLRI: 11.8.0.0/13 and a finding with its offset")
	void trailingBits() throws IOException {
		MrtRoutes file = read("mrt-updates/bgpdump-updates.nlri_mask_trailing_bits.gz", BEST);
		assertEquals(said("11.8.0.0/13 12.0.1.63"), routes(file));
		assertEquals(
				List.of(new Finding(0, 87, "a prefix is cut short; those before it are taken")), file.findings());
	}

	@Test
	@DisplayName("M5 two entries without attributes are findings")
	void addPath() throws IOException {
		MrtRoutes file = read("mrt-rib/bgpdump-bview.ipv4_unicast_add_path.gz", BEST);
		assertEquals(
				List.of("it has no next hop", "it has no next hop"),
				file.findings().stream().map(Finding::detail).toList());
	}

	@Test
	@DisplayName("M9 a bzip2 file cut within a record fails with record and offset; allowPartial has 6,870 prefixes")
	void cutFile() throws IOException {
		RefusedException refused = assertThrows(RefusedException.class, () -> read(CUT, BEST));
		assertEquals(RefusedException.Reason.BROKEN, refused.reason());
		assertEquals(6_871, refused.finding().orElseThrow().record());
		assertEquals(12_131_168, refused.finding().orElseThrow().offset());
		MrtRoutes file = read(CUT, PARTIAL);
		assertEquals(6_870, file.routes().size());
		assertEquals(6_871, file.records());
		assertEquals(refused.finding(), file.cut());
	}

	@Test
	@DisplayName("M7 M11 two tables in a file: what has no attributes is a finding")
	void twoTables() throws IOException {
		MrtRoutes file = read("mrt-rib/mrtparse-bird-mrtdump_rib", BEST);
		assertEquals(14, file.records());
		assertEquals(
				said("172.17.0.0/24 192.168.0.10", "172.17.1.0/24 192.168.0.10", "172.17.2.0/24 192.168.0.10"),
				routes(file));
		assertEquals(6, file.rejected());
	}

	@Test
	@DisplayName("M7 M11 entries without any next hop are no routes")
	void noNextHops() {
		RefusedException refused =
				assertThrows(RefusedException.class, () -> read("mrt-rib/mrtparse-bird6-mrtdump_rib", BEST));
		assertEquals(RefusedException.Reason.NO_ROUTES, refused.reason());
	}

	@Test
	@DisplayName("M6 MP_REACH in full")
	void fullMpReach() throws IOException {
		MrtRoutes file = read("mrt-rib/mrtparse-quagga_rib", BEST);
		assertEquals(
				said("172.17.0.0/24 192.168.0.10", "172.17.1.0/24 192.168.0.10", "172.17.2.0/24 192.168.0.10",
						"fd01:1::/64 ::ffff:192.168.0.10", "fd01:1:1::/64 ::ffff:192.168.0.10",
						"fd01:1:2::/64 ::ffff:192.168.0.10"),
				routes(file));
		assertEquals(0, file.rejected());
	}
}
