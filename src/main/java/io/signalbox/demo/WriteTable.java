package io.signalbox.demo;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.Prefix;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Writes the demo's full table, 1,000,000 IPv4 and 200,000 IPv6 routes, to standard output: as NDJSON for
 * {@code PUT /route-sources/{source}/routes}, or its bare prefixes one a line. Each nexthop argument is the first of
 * 1,024 addresses in a row that the routes of its family go to.
 */
public final class WriteTable {
	static final int IPV4_ROUTES = 1_000_000;
	static final int IPV6_ROUTES = 200_000;
	static final int NEXTHOPS_IN_A_ROW = 1_024;

	private static final String USAGE = "usage: WriteTable ndjson FIRST-NEXTHOP... | WriteTable prefixes";

	private WriteTable() {
	}

	public static void main(String[] arguments) throws IOException {
		try (Writer out = new BufferedWriter(
				new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.US_ASCII), 1 << 20)) {
			if (arguments.length == 1 && arguments[0].equals("prefixes")) {
				writePrefixes(out);
			} else if (arguments.length > 1 && arguments[0].equals("ndjson")) {
				writeRoutes(out, Stream.of(arguments).skip(1).map(IpAddress::parse).toList().toArray(new IpAddress[0]));
			} else {
				throw new IllegalArgumentException(USAGE);
			}
		}
	}

	private static void writePrefixes(Writer out) throws IOException {
		for (Family family : Family.values()) {
			for (Prefix prefix : table(family)) {
				out.append(prefix.toString()).append('\n');
			}
		}
	}

	private static void writeRoutes(Writer out, IpAddress[] first) throws IOException {
		for (Family family : Family.values()) {
			IpAddress[] nexthops = nexthops(family, first);
			Random64 random = new Random64(family == Family.IPV4 ? 14 : 16);
			int routes = 0;
			for (Prefix prefix : nexthops.length == 0 ? new Prefix[0] : table(family)) {
				// The first routes take each nexthop once; the rest prefer a few of them, as real tables do.
				int nexthop = routes < nexthops.length ? routes : skewed(random, nexthops.length);
				routes++;
				out.append("{\"destinationPrefix\":\"").append(prefix.toString())
						.append("\",\"nextHops\":[{\"address\":\"").append(nexthops[nexthop].toString())
						.append("\"}]}\n");
			}
		}
	}

	private static Prefix[] table(Family family) {
		return GeneratedTable.of(family, family == Family.IPV4 ? IPV4_ROUTES : IPV6_ROUTES);
	}

	/** The addresses of all rows of one family, the rows interleaved. */
	static IpAddress[] nexthops(Family family, IpAddress... first) {
		IpAddress[] rows = Arrays.stream(first).filter(address -> address.family() == family).toArray(IpAddress[]::new);
		IpAddress[] nexthops = new IpAddress[rows.length * NEXTHOPS_IN_A_ROW];
		for (int at = 0; at < nexthops.length; at++) {
			int step = at / rows.length;
			nexthops[at] = switch (rows[at % rows.length]) {
				case Ipv4Address ipv4 -> new Ipv4Address(ipv4.bits() + step);
				case Ipv6Address ipv6 -> new Ipv6Address(ipv6.high(), ipv6.low() + step);
			};
		}
		return nexthops;
	}

	/** 0 to {@code bound} - 1, the low ones far more often: half of the draws fall in the first eighth. */
	private static int skewed(Random64 random, int bound) {
		double draw = (random.next() >>> 11) * 0x1p-53;
		return (int) (draw * draw * draw * bound);
	}
}
