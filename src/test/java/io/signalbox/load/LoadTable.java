package io.signalbox.load;

import io.signalbox.feed.mrt.Bytes;
import io.signalbox.feed.mrt.MrtWriter;
import io.signalbox.feed.mrt.MrtWriter.Entry;
import io.signalbox.feed.mrt.MrtWriter.Peer;
import io.signalbox.feed.mrt.PathAttributes;
import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.Prefix;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Packed;
import io.signalbox.route.RouteChanges;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;

/** A full table with next hops on the box's two interfaces, a thousand a family, few of them with most of the routes. */
final class LoadTable {
	static final int NEXTHOPS = 1_000;

	private static final int FIRST4 = 198 << 24 | 18 << 16 | 4 << 8;
	private static final long HIGH6 = 0x2001_0db8_0001_0000L;
	private static final long FIRST6 = 0x1_0000L;
	private static final Peer PEER = new Peer("198.18.0.2", 64_501);

	private final List<Prefix> prefixes;
	private final int[] nexthops;

	private LoadTable(List<Prefix> prefixes, int[] nexthops) {
		this.prefixes = prefixes;
		this.nexthops = nexthops;
	}

	/** Reads prefixes, one a line, plain or gz. */
	static LoadTable read(Path file) throws IOException {
		InputStream in = Files.newInputStream(file);
		try (BufferedReader lines = new BufferedReader(new InputStreamReader(
				file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in, StandardCharsets.US_ASCII))) {
			List<Prefix> prefixes = lines.lines().map(Prefix::parse).toList();
			Random random = new Random(4);
			int[] nexthops = new int[prefixes.size()];
			for (int at = 0; at < nexthops.length; at++) {
				double draw = random.nextDouble();
				nexthops[at] = (int) (draw * draw * draw * NEXTHOPS);
			}
			return new LoadTable(prefixes, nexthops);
		}
	}

	int size() {
		return prefixes.size();
	}

	IpAddress nexthop(int at) {
		return nexthop(prefixes.get(at).family(), nexthops[at]);
	}

	static IpAddress nexthop(Family family, int number) {
		return family == Family.IPV4 ? new Ipv4Address(FIRST4 + number) : new Ipv6Address(HIGH6, FIRST6 + number);
	}

	/** For {@code PUT /route-sources/{source}/routes}. */
	void writeNdjson(Path file) throws IOException {
		try (Writer out = Files.newBufferedWriter(file)) {
			for (int at = 0; at < size(); at++) {
				out.append("{\"destinationPrefix\":\"").append(prefixes.get(at).toString())
						.append("\",\"nextHops\":[{\"address\":\"").append(nexthop(at).toString())
						.append("\"}]}\n");
			}
		}
	}

	/** As a feed says it. */
	RouteChanges changes() {
		RouteChanges changes = new RouteChanges();
		for (int at = 0; at < size(); at++) {
			announce(changes, at, nexthops[at]);
		}
		return changes;
	}

	/** One route with another next hop, which `turn` chooses. */
	RouteChanges changed(int at, int turn) {
		RouteChanges one = new RouteChanges();
		announce(one, at, (nexthops[at] + 1 + turn) % NEXTHOPS);
		return one;
	}

	private void announce(RouteChanges changes, int at, int nexthop) {
		Prefix prefix = prefixes.get(at);
		int number = changes.number(new Nexthop.Via(nexthop(prefix.family(), nexthop)));
		changes.announce(Packed.isIpv6(prefix), Packed.high(prefix), Packed.low(prefix), prefix.length(), number, 0,
				RouteChanges.SOURCE_DISTANCE);
	}

	/** TABLE_DUMP_V2 of one peer, an AS path of three to six. */
	void writeMrt(Path file) throws IOException {
		try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
			MrtWriter writer = new MrtWriter(out).peerIndex(PEER);
			Random random = new Random(5);
			for (int at = 0; at < size(); at++) {
				writer.rib(prefixes.get(at), List.of(new Entry(0, attributes(at, random))));
			}
		}
	}

	private Bytes attributes(int at, Random random) {
		int[] path = random.ints(3 + random.nextInt(4), 1, 400_000).toArray();
		path[0] = (int) PEER.as();
		String nexthop = nexthop(at).toString();
		return PathAttributes.all(
				PathAttributes.origin(),
				PathAttributes.asPath(path),
				prefixes.get(at).family() == Family.IPV4
						? PathAttributes.nextHop(nexthop)
						: PathAttributes.mpReachShort(nexthop));
	}
}
