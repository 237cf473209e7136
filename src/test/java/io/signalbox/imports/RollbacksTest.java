package io.signalbox.imports;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import io.signalbox.rib.SourceRoutes;
import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import io.signalbox.snapshot.PackedRoutes;
import io.signalbox.store.NoStore;
import io.signalbox.store.Problems;
import io.signalbox.store.SmallDisk;
import io.signalbox.store.StaticRoutes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RollbacksTest {
	private static final RouteSource SOURCE = RouteSource.named("peer");

	@TempDir
	Path directory;

	private static SourceRoutes said(String... prefixes) {
		RouteChanges routes = new RouteChanges();
		for (String prefix : prefixes) {
			routes.announce(Prefix.parse(prefix), new Nexthop.Via(IpAddress.parse("192.0.2.1")), 7, 30);
		}
		return new SourceRoutes(SOURCE, routes);
	}

	private static List<String> prefixes(Optional<byte[]> packed) {
		RouteChanges routes = PackedRoutes.unpack(packed.orElseThrow(), "default");
		return IntStream.range(0, routes.size())
				.mapToObj(at -> routes.prefix(at) + " " + routes.metric(at) + " " + routes.distance(at)).toList();
	}

	private static void keep(Rollbacks rollbacks, SourceRoutes before) {
		rollbacks.prepare("peer", "default").keep(before);
	}

	@Test
	void amidAReplacementThereIsNoWayBackAlsoForWhoIsKilledThere() {
		Rollbacks rollbacks = new Rollbacks(Optional.of(directory));
		keep(rollbacks, said("10.0.0.0/8"));
		rollbacks.prepare("peer", "default");
		assertFalse(rollbacks.has("peer", "default"));
		Rollbacks restarted = new Rollbacks(Optional.of(directory));
		assertEquals(Optional.empty(), restarted.find("peer", "default"));
		restarted.prepare("peer", "default").drop();
		assertFalse(restarted.has("peer", "default"), "the one from before the kill leads too far");
		keep(restarted, said("11.0.0.0/8"));
		assertTrue(restarted.has("peer", "default"));
		assertEquals(List.of("11.0.0.0/8 7 30"), prefixes(restarted.find("peer", "default")));
	}

	@Test
	void whatIsKeptIsThereAfterARestart() throws IOException {
		Rollbacks rollbacks = new Rollbacks(Optional.of(directory));
		assertEquals(Optional.empty(), rollbacks.find("peer", "default"));
		keep(rollbacks, said("10.0.0.0/8", "2001:db8::/32"));
		Rollbacks restarted = new Rollbacks(Optional.of(directory));
		assertEquals(List.of("10.0.0.0/8 7 30", "2001:db8::/32 7 30"), prefixes(restarted.find("peer", "default")));
		assertEquals(Optional.empty(), restarted.find("peer", "blue"));
		assertEquals(Optional.empty(), restarted.find("other", "default"));
		try (var files = Files.list(directory.resolve("rollback"))) {
			assertEquals(1, files.count());
		}
	}

	@Test
	void whatIsDroppedLeavesTheOneBefore() throws IOException {
		for (Optional<Path> folder : List.of(Optional.of(directory), Optional.<Path>empty())) {
			Rollbacks rollbacks = new Rollbacks(folder);
			keep(rollbacks, said("10.0.0.0/8"));
			rollbacks.prepare("peer", "default").drop();
			assertEquals(List.of("10.0.0.0/8 7 30"), prefixes(rollbacks.find("peer", "default")));
			keep(rollbacks, said("11.0.0.0/8"));
			assertEquals(List.of("11.0.0.0/8 7 30"), prefixes(rollbacks.find("peer", "default")));
			keep(rollbacks, said());
			assertEquals(List.of(), prefixes(rollbacks.find("peer", "default")));
		}
	}

	@Test
	void withoutAFileThatCanBeWrittenTheOldOneGoes() throws IOException {
		Rollbacks rollbacks = new Rollbacks(Optional.of(directory));
		keep(rollbacks, said("10.0.0.0/8"));
		Files.createDirectory(directory.resolve("rollback/peer@default.new"));
		keep(rollbacks, said("11.0.0.0/8"));
		assertEquals(Optional.empty(), rollbacks.find("peer", "default"));
	}

	@Test
	void onAFullDiskNoHalfFileStays() throws IOException {
		try (SmallDisk disk = SmallDisk.mounted(directory, 64)) {
			disk.fill();
			String[] many = IntStream.range(0, 8_192)
					.mapToObj(at -> "10." + (at >> 8) + "." + (at & 0xff) + ".0/24").toArray(String[]::new);
			keep(new Rollbacks(Optional.of(disk.path())), said(many));
			try (var files = Files.list(disk.path().resolve("rollback"))) {
				assertEquals(List.of(), files.toList());
			}
		}
	}

	@Test
	void aDamagedFileIsNoWayBackAndChangesNothing() throws IOException {
		Rollbacks rollbacks = new Rollbacks(Optional.of(directory));
		keep(rollbacks, said("10.0.0.0/8"));
		Path file = directory.resolve("rollback/peer@default");
		byte[] bytes = Files.readAllBytes(file);
		assertArrayEquals(bytes, rollbacks.find("peer", "default").orElseThrow());
		bytes[bytes.length / 2] ^= 1;
		Files.write(file, bytes);
		try (Rib rib = new Rib(change -> 1, new RibLimits(100))) {
			rib.apply(SOURCE, said("12.0.0.0/8").routes()).join();
			NoRollbackException refused = assertThrows(NoRollbackException.class,
					() -> new Imports(rib, new StaticRoutes(rib, new NoStore(), new Problems()), rollbacks).rollback(new ImportRequest(
							SOURCE, "default", ImportFormat.ROLLBACK, false, 0, _ -> {}, OptionalLong.empty())));
			assertTrue(refused.getMessage().startsWith("What peer said before cannot be read: "), refused::getMessage);
			assertEquals(1, rib.sources().join().getLast().ipv4Routes());
		}
	}
}
