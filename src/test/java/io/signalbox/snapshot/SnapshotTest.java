package io.signalbox.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Ipv6Prefix;
import io.signalbox.net.Prefix;
import io.signalbox.rib.SourceRoutes;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Nexthop.Hop;
import io.signalbox.route.Nexthop.Member;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of a snapshot: what goes in comes out, and what was damaged does not. */
class SnapshotTest {
	private static final long BEGUN = 1_800_000_000_000L;

	@ParameterizedTest
	@ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
	void whatGoesInComesOut(long seed) {
		Random random = new Random(seed);
		List<SourceRoutes> slices = new ArrayList<>();
		for (int slice = 0; slice < 40; slice++) {
			slices.add(slice(random));
		}
		Snapshot read = Snapshot.read(bytes(slices));
		assertEquals(Instant.ofEpochMilli(BEGUN), read.begun());
		assertEquals(texts(slices), texts(read.routes()));
		assertEquals(slices.stream().mapToLong(slice -> slice.routes().size()).sum(), read.count());
	}

	@Test
	void aTableInOrderTakesFewBytes() {
		RouteChanges table = new RouteChanges();
		for (int at = 0; at < 10_000; at++) {
			table.announce(new Ipv4Prefix((0x0a00_0000 + at * 256), 24), via("192.0.2." + at % 7));
			table.dated(BEGUN - 1_000);
		}
		int size = bytes(List.of(new SourceRoutes(RouteSource.MRT, table))).length;
		assertTrue(size < 5 * 10_000, () -> size + " bytes");
	}

	@Test
	void everyDamagedByteIsFound() {
		byte[] good = small();
		Random random = new Random(1);
		for (int at = 0; at < good.length; at++) {
			byte[] bad = good.clone();
			bad[at] ^= (byte) (1 + random.nextInt(255));
			assertThrows(SnapshotException.class, () -> Snapshot.read(bad), "byte " + at);
		}
	}

	@Test
	void everyCutIsFound() {
		byte[] good = small();
		for (int length = 0; length < good.length; length++) {
			byte[] cut = Arrays.copyOf(good, length);
			assertEquals(Reason.CUT, assertThrows(SnapshotException.class, () -> Snapshot.read(cut)).reason());
		}
		byte[] more = Arrays.copyOf(good, good.length + 20);
		assertThrows(SnapshotException.class, () -> Snapshot.read(more));
	}

	@Test
	void anotherVersionIsNamed() {
		byte[] other = small();
		CRC32C checksum = new CRC32C();
		ByteBuffer.wrap(other).putInt(8, 2);
		checksum.update(other, 0, 12);
		ByteBuffer.wrap(other).putInt(12, (int) checksum.getValue());
		SnapshotException refused = assertThrows(SnapshotException.class, () -> Snapshot.read(other));
		assertEquals(Reason.VERSION, refused.reason());
		assertEquals("it is of version 2, and this program reads 1", refused.getMessage());
	}

	@Test
	void anotherFileIsNone() {
		byte[] text = "prefix nexthop\n192.0.2.0/24 198.51.100.1\n".getBytes(StandardCharsets.US_ASCII);
		assertEquals(Reason.NO_SNAPSHOT, assertThrows(SnapshotException.class, () -> Snapshot.read(text)).reason());
	}

	@Test
	void nonsenseWithGoodChecksumsIsDamage() {
		Random random = new Random(3);
		for (int round = 0; round < 20_000; round++) {
			BlockOut block = new BlockOut();
			for (int left = random.nextInt(30); left > 0; left--) {
				block.oneByte(random.nextInt(random.nextBoolean() ? 6 : 256));
			}
			ByteArrayOutputStream file = new ByteArrayOutputStream();
			byte[] good = small();
			file.write(good, 0, good.length - 13);
			append(file, block.finish(Format.Block.of(1 + random.nextInt(6))));
			file.write(good, good.length - 13, 13);
			try {
				Snapshot.read(file.toByteArray());
			} catch (SnapshotException refused) {
				assertEquals(Reason.DAMAGED, refused.reason());
			}
		}
	}

	private static void append(ByteArrayOutputStream file, ByteBuffer bytes) {
		byte[] copy = new byte[bytes.remaining()];
		bytes.get(copy);
		file.write(copy, 0, copy.length);
	}

	/** Three routes of two sources; its last block is 13 bytes. */
	private static byte[] small() {
		RouteChanges routes = new RouteChanges();
		routes.announce(Prefix.parse("203.0.113.0/24"), via("192.0.2.1"), 7, 30);
		routes.announce(Prefix.parse("2001:db8:7::/48"), new Nexthop.Blackhole());
		routes.withdraw(Prefix.parse("198.51.100.0/25"));
		RouteChanges more = new RouteChanges("blue");
		more.announce(Prefix.parse("0.0.0.0/0"), multipath());
		return bytes(List.of(new SourceRoutes(RouteSource.FPM, routes), new SourceRoutes(RouteSource.named("lab"), more)));
	}

	private static byte[] bytes(List<SourceRoutes> slices) {
		ByteArrayOutputStream file = new ByteArrayOutputStream();
		try {
			SnapshotOut out = new SnapshotOut(Channels.newChannel(file), BEGUN);
			for (SourceRoutes slice : slices) {
				out.add(slice);
			}
			out.end();
			assertEquals(out.bytes(), file.size());
		} catch (IOException impossible) {
			throw new UncheckedIOException(impossible);
		}
		return file.toByteArray();
	}

	/** A line a route, per source and VRF in order, the batches joined, the families apart. */
	private static List<String> texts(List<SourceRoutes> slices) {
		List<String> ipv4 = new ArrayList<>();
		List<String> ipv6 = new ArrayList<>();
		for (SourceRoutes slice : slices) {
			RouteChanges routes = slice.routes();
			for (int at = 0; at < routes.size(); at++) {
				String what = routes.isWithdraw(at)
						? "withdrawn"
						: routes.nexthops().get(routes.nexthop(at)) + " metric " + routes.metric(at) + " distance "
								+ routes.distance(at) + " since " + routes.since(at);
				(routes.isIpv6(at) ? ipv6 : ipv4)
						.add(slice.source().name() + " " + slice.source().distance() + " " + routes.vrf() + " "
								+ routes.prefix(at) + " " + what);
			}
		}
		ipv4.addAll(ipv6);
		return ipv4;
	}

	private static SourceRoutes slice(Random random) {
		RouteChanges routes = new RouteChanges(random.nextInt(3) == 0 ? "blue" : RouteChanges.DEFAULT_VRF);
		for (int left = random.nextInt(200); left > 0; left--) {
			Prefix prefix = prefix(random);
			if (random.nextInt(20) == 0) {
				routes.withdraw(prefix);
			} else {
				long metric = random.nextInt(3) == 0 ? random.nextLong(1L << 32) : 0;
				routes.announce(prefix, nexthop(random), metric, random.nextInt(3) == 0 ? random.nextInt(256) : -1);
				routes.dated(BEGUN - (random.nextInt(3) == 0 ? random.nextLong(BEGUN) : 5));
			}
		}
		String[] names = {"fpm", "kernel", "mrt", "lab-1"};
		return new SourceRoutes(RouteSource.named(names[random.nextInt(names.length)]), routes);
	}

	private static Prefix prefix(Random random) {
		if (random.nextBoolean()) {
			int length = random.nextInt(33);
			return new Ipv4Prefix(random.nextInt() & Ipv4Prefix.mask(length), length);
		}
		int length = random.nextInt(129);
		return new Ipv6Prefix(
				random.nextInt(4) == 0 ? 0x2001_0db8_0000_0000L & Ipv6Prefix.highMask(length)
						: random.nextLong() & Ipv6Prefix.highMask(length),
				random.nextLong() & Ipv6Prefix.lowMask(length), length);
	}

	private static Nexthop nexthop(Random random) {
		return switch (random.nextInt(7)) {
			case 0 -> new Nexthop.Blackhole();
			case 1 -> new Nexthop.Unreachable();
			case 2 -> new Nexthop.Prohibit();
			case 3 -> new Nexthop.Local();
			case 4 -> multipath();
			default -> hop(random);
		};
	}

	private static Hop hop(Random random) {
		String four = "192.0.2." + random.nextInt(20);
		return switch (random.nextInt(5)) {
			case 0 -> new Nexthop.Connected("wan" + random.nextInt(3));
			case 1 -> new Nexthop.Via(IpAddress.parse(four), Optional.empty(), Optional.of("blue"), false);
			case 2 -> new Nexthop.Via(IpAddress.parse(four), Optional.of("wan0"), Optional.empty(), true);
			case 3 -> new Nexthop.Via(IpAddress.parse("fe80::" + random.nextInt(9)), "wan1");
			default -> via(four);
		};
	}

	private static Nexthop.Via via(String address) {
		return new Nexthop.Via(IpAddress.parse(address));
	}

	private static Nexthop multipath() {
		return Nexthop.of(List.of(
				new Member(via("192.0.2.1"), 255),
				new Member(new Nexthop.Via(IpAddress.parse("2001:db8::1")), 1),
				new Member(new Nexthop.Connected("wan0"), 3)));
	}
}
