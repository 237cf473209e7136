package io.signalbox.feed.mrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.feed.Unpacked;
import io.signalbox.feed.mrt.MrtWriter.Entry;
import io.signalbox.feed.mrt.MrtWriter.Peer;
import io.signalbox.net.Ipv6Prefix;
import io.signalbox.net.Prefix;
import io.signalbox.net.RealTable;
import java.io.BufferedOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the reading of a full table costs: live heap at its end, which more peers must not raise, and time. */
class MrtFootprintTest {
	private static final Logger LOG = Logger.getLogger(MrtFootprintTest.class);
	private static final int PEERS = 5;
	private static final long MIB = 1 << 20;

	@TempDir
	Path directory;

	@Test
	@DisplayName("the real table as TABLE_DUMP_V2 of five peers: read in the heap that is promised, whatever the peers")
	void fullTable() throws IOException {
		Path file = directory.resolve("rib.gz");
		int prefixes = write(RealTable.read(), file);
		long empty = liveHeap();
		try (Watched packed = new Watched(Files.newInputStream(file)); InputStream plain = Unpacked.of(packed)) {
			long begin = System.nanoTime();
			MrtRoutes routes = MrtFile.read(plain, MrtFile.BEST);
			long millis = (System.nanoTime() - begin) / 1_000_000;
			long atEnd = packed.liveAtEnd - empty;
			LOG.infof(
					"%d prefixes of %d peers, %d MiB gz: %d MiB live at the end of the file, %d MiB as routes, %d ms",
					prefixes, PEERS, Files.size(file) / MIB, atEnd / MIB, (liveHeap() - empty) / MIB, millis);
			assertEquals(prefixes, routes.routes().size());
			assertEquals(prefixes + 1, routes.records());
			assertEquals(2 * PEERS, routes.routes().nexthopCount());
			assertTrue(atEnd < 150 * MIB, () -> atEnd / MIB + " MiB");
		}
	}

	/** Each prefix has a path of each peer; which of them has the shortest goes round. Returns how many prefixes. */
	private static int write(List<Prefix> table, Path file) throws IOException {
		try (OutputStream gz = new GZIPOutputStream(Files.newOutputStream(file), 1 << 16);
				OutputStream out = new BufferedOutputStream(gz, 1 << 16)) {
			MrtWriter writer = new MrtWriter(out);
			Peer[] peers = new Peer[PEERS];
			Bytes[][] paths = new Bytes[2][PEERS];
			for (int peer = 0; peer < PEERS; peer++) {
				peers[peer] = new Peer("192.0.2." + (peer + 1), 64_501 + peer);
				paths[0][peer] = PathAttributes.path(peers[peer].address(), 64_501 + peer, 3_356, 1_299);
				paths[1][peer] = PathAttributes.path(peers[peer].address(), 64_501 + peer, 1_299);
			}
			writer.peerIndex(peers);
			for (int at = 0; at < table.size(); at++) {
				Prefix prefix = table.get(at);
				List<Entry> entries = new ArrayList<>();
				for (int peer = 0; peer < PEERS; peer++) {
					Bytes path = paths[at % PEERS == peer ? 1 : 0][peer];
					entries.add(new Entry(peer, prefix instanceof Ipv6Prefix ? ofIpv6(path, peer) : path));
				}
				writer.rib(prefix, entries);
			}
			return table.size();
		}
	}

	private static Bytes ofIpv6(Bytes path, int peer) {
		return PathAttributes.all(path, PathAttributes.mpReachShort("2001:db8::" + (peer + 1)));
	}

	/** A file that looks at the heap when it has been read. */
	private static final class Watched extends FilterInputStream {
		private long liveAtEnd;

		private Watched(InputStream file) {
			super(file);
		}

		@Override
		public int read(byte[] into, int offset, int length) throws IOException {
			int read = super.read(into, offset, length);
			if (read < 0) {
				liveAtEnd = liveHeap();
			}
			return read;
		}
	}

	private static long liveHeap() {
		System.gc();
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}
}
