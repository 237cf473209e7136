package io.signalbox.feed.mrt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.feed.mrt.MrtWriter.Entry;
import io.signalbox.feed.mrt.MrtWriter.Peer;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Ipv6Prefix;
import io.signalbox.net.Prefix;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Debian's {@code bgpdump} reads what {@link MrtWriter} writes, so that writer and reader do not share a mistake. */
class MrtJudgeTest {
	private static final Path BGPDUMP = Path.of("/usr/bin/bgpdump");
	private static final Bytes NONE = new Bytes();

	private final List<Peer> peers = List.of(
			new Peer("192.0.2.1", 64_501), new Peer("192.0.2.2", 4_200_000_000L), new Peer("2001:db8::1", 64_503));
	private final Random random = new Random(5);
	private final MrtWriter file = new MrtWriter();

	@TempDir
	Path directory;

	@Test
	@DisplayName("RIBs and updates of both families are read as bgpdump reads them")
	void agreesWithBgpdump() throws IOException {
		boolean there = Files.isExecutable(BGPDUMP);
		if (!there) {
			System.out.println("skipped: " + BGPDUMP + " is not there");
		}
		Assumptions.assumeTrue(there, "skipped: " + BGPDUMP + " is not there");
		file.peerIndex(peers.toArray(Peer[]::new));
		for (int at = 0; at < 400; at++) {
			rib(ipv4(10 << 24, at), ipv6(0x2001_0db8_0000_0000L, at));
		}
		for (int at = 0; at < 400; at++) {
			update(ipv4(11 << 24, random.nextInt(50)), ipv6(0x3fff_0000_0000_0000L, random.nextInt(50)));
		}
		NaivePaths model = new NaivePaths();
		bgpdump().forEach(model::line);
		assertEquals(model.best(), MrtFile.routes(file));
	}

	/** All different, of lengths 20 to 32. */
	private static Prefix ipv4(int base, int number) {
		return new Ipv4Prefix(base + (number << 12), 20 + number % 13);
	}

	/** All different, of lengths 48 to 128. */
	private static Prefix ipv6(long base, int number) {
		return new Ipv6Prefix(base + ((long) number << 16), 0, 48 + number % 81);
	}

	private Bytes path(boolean ipv6, String... nextHops) {
		Bytes asPath = PathAttributes.asPath(random.ints(1 + random.nextInt(4), 1, 65_000).toArray());
		Bytes nextHop = ipv6 ? PathAttributes.mpReachShort(nextHops) : PathAttributes.nextHop(nextHops[0]);
		return PathAttributes.all(PathAttributes.origin(), asPath, nextHop);
	}

	private void rib(Prefix... prefixes) {
		for (Prefix prefix : prefixes) {
			boolean ipv6 = prefix instanceof Ipv6Prefix;
			List<Entry> entries = new ArrayList<>();
			for (int peer = 0; peer < peers.size(); peer++) {
				String nextHop = (ipv6 ? "2001:db8::" : "192.0.2.") + (1 + random.nextInt(9));
				entries.add(new Entry(peer, ipv6 ? path(true, nextHop, "fe80::1") : path(false, nextHop)));
			}
			file.rib(prefix, entries);
		}
	}

	private void update(Prefix ipv4, Prefix ipv6) {
		Peer peer = peers.get(random.nextInt(peers.size()));
		switch (random.nextInt(4)) {
			case 0 -> file.withdraw(peer, ipv4.toString());
			case 1 -> file.update(peer, NONE, PathAttributes.mpUnreach(2, 1, new Bytes().nlri(ipv6)), NONE);
			case 2 -> file.announce(peer, path(false, "192.0.2." + (1 + random.nextInt(9))), ipv4.toString());
			default -> {
				Bytes hops = PathAttributes.nextHops("2001:db8::" + (1 + random.nextInt(9)));
				Bytes reach = PathAttributes.mpReach(2, 1, hops, new Bytes().nlri(ipv6));
				Bytes asPath = PathAttributes.asPath(random.ints(1 + random.nextInt(4), 1, 65_000).toArray());
				file.update(peer, NONE, PathAttributes.all(PathAttributes.origin(), asPath, reach), NONE);
			}
		}
	}

	private List<String> bgpdump() throws IOException {
		Path written = directory.resolve("written.mrt");
		Files.write(written, file.array());
		Process process = new ProcessBuilder(BGPDUMP.toString(), "-m", written.toString())
				.redirectError(directory.resolve("errors").toFile())
				.start();
		try (BufferedReader lines = process.inputReader()) {
			return lines.lines().toList();
		}
	}
}
