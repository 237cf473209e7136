package io.signalbox.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.net.Ipv4Prefix;
import io.signalbox.rib.RibBox;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that does nothing but write snapshots, killed at any moment: there is a whole one, old or new. */
class SnapshotKillTest {
	private static final int KILLS = 10;
	private static final int ROUTES = 20_000;

	/** The folder; a byte on standard output for each snapshot. */
	public static void main(String[] arguments) throws IOException {
		SnapshotFile file = new SnapshotFile(Path.of(arguments[0]));
		try (RibBox box = new RibBox()) {
			RouteChanges routes = new RouteChanges();
			for (int at = 0; at < ROUTES; at++) {
				routes.announce(new Ipv4Prefix(0x0a00_0000 + at * 256, 24), RibBox.via("192.0.2.7"));
			}
			box.rib.apply(RouteSource.MRT, routes).join();
			while (true) {
				file.write(box.rib, Instant.now());
				System.out.write('.');
				System.out.flush();
			}
		}
	}

	@Test
	void whenItIsKilledWhileItWritesThereIsAWholeOne(@TempDir Path folder) throws IOException {
		Random random = new Random(1);
		for (int kill = 0; kill < KILLS; kill++) {
			Process writer = new ProcessBuilder(
					Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
					"-cp", System.getProperty("java.class.path"), SnapshotKillTest.class.getName(), folder.toString())
					.redirectError(ProcessBuilder.Redirect.INHERIT).start();
			try (InputStream written = writer.getInputStream()) {
				for (int wanted = 1 + random.nextInt(20); wanted > 0; wanted--) {
					assertEquals('.', written.read(), "the writer has ended");
				}
				// Some part of the next one: a spin is a moment of any length below one snapshot's.
				for (long spins = random.nextLong(10_000_000); spins > 0; spins--) {
					Thread.onSpinWait();
				}
			} finally {
				writer.destroyForcibly().onExit().join();
			}
			Snapshot whole = Snapshot.read(Files.readAllBytes(new SnapshotFile(folder).path()));
			assertEquals(ROUTES, whole.count());
			try (Stream<Path> files = Files.list(folder)) {
				assertTrue(files.count() <= 2, "the snapshot, and at most one aside");
			}
		}
	}
}
