package io.signalbox.snapshot;

import io.signalbox.rib.SourceRoutes;
import io.signalbox.route.RouteChanges;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.time.Instant;

/** What one source says in one VRF as bytes, in the form of a snapshot: checksummed, some six bytes a route. */
public final class PackedRoutes {
	private PackedRoutes() {}

	/** Nothing to say is packed as well. */
	public static byte[] pack(SourceRoutes said) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 10);
		try {
			SnapshotOut out = new SnapshotOut(
					Channels.newChannel(bytes), Instant.now().toEpochMilli());
			out.add(said);
			out.end();
		} catch (IOException impossible) {
			throw new UncheckedIOException(impossible);
		}
		return bytes.toByteArray();
	}

	/** Throws {@link IllegalArgumentException} where the bytes are not those that were packed. */
	public static RouteChanges unpack(byte[] packed, String vrf) {
		RouteChanges all = new RouteChanges(vrf);
		try {
			Snapshot.read(packed).routes().forEach(part -> add(part.routes(), all));
			return all;
		} catch (SnapshotException damaged) {
			throw new IllegalArgumentException(damaged.getMessage(), damaged);
		}
	}

	private static void add(RouteChanges part, RouteChanges all) {
		int[] numbers = part.nexthops().stream().mapToInt(all::number).toArray();
		for (int at = 0; at < part.size(); at++) {
			all.announce(
					part.isIpv6(at),
					part.high(at),
					part.low(at),
					part.length(at),
					numbers[part.nexthop(at)],
					part.metric(at),
					part.distance(at));
		}
	}
}
