package io.signalbox.snapshot;

import io.signalbox.rib.Rib;
import io.signalbox.rib.RibExport;
import io.signalbox.rib.SourceRoutes;
import io.signalbox.route.RouteSource;
import io.signalbox.snapshot.SnapshotState.Written;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The snapshot in its folder. A new one is written aside, forced to the disk, and renamed: whenever the machine stops,
 * there is the old one or the new one, whole.
 */
record SnapshotFile(Path folder) {
	private static final String NAME = "routes.snapshot";

	/** These come back from the configuration and the interfaces. */
	private static final Set<RouteSource> LEFT_OUT = Set.of(RouteSource.CONNECTED, RouteSource.STATIC);

	Path path() {
		return folder.resolve(NAME);
	}

	private Path aside() {
		return folder.resolve(NAME + ".new");
	}

	/** One that was not used, for whoever wants to know why; the next such takes its place. */
	private Path ignored() {
		return folder.resolve(NAME + ".ignored");
	}

	/** Writes what the RIB has now. */
	Written write(Rib rib, Instant now) throws IOException {
		long begin = System.nanoTime();
		Files.createDirectories(folder);
		long routes;
		long bytes;
		try {
			try (FileChannel channel = FileChannel.open(aside(), StandardOpenOption.CREATE,
							StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
					RibExport export = rib.export(source -> LEFT_OUT.stream()
							.noneMatch(other -> other.name().equals(source.name())))) {
				SnapshotOut out = new SnapshotOut(channel, now.toEpochMilli());
				for (Optional<List<SourceRoutes>> slice = export.next().join();
						slice.isPresent();
						slice = export.next().join()) {
					for (SourceRoutes part : slice.get()) {
						out.add(part);
					}
				}
				routes = out.end();
				bytes = out.bytes();
				channel.force(true);
			}
			Files.move(aside(), path(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		} catch (IOException | RuntimeException failed) {
			deleteAside(failed);
			throw failed;
		}
		forceFolder();
		return new Written(now, routes, bytes, (System.nanoTime() - begin) / 1e9);
	}

	/** A rename is on the disk once its folder is. */
	private void forceFolder() throws IOException {
		try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
			channel.force(true);
		}
	}

	private void deleteAside(Exception failed) {
		try {
			Files.deleteIfExists(aside());
		} catch (IOException alsoFailed) {
			failed.addSuppressed(alsoFailed);
		}
	}

	/** Empty when there is none. */
	Optional<byte[]> bytes() {
		try {
			return Optional.of(Files.readAllBytes(path()));
		} catch (NoSuchFileException none) {
			return Optional.empty();
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}

	/** Takes the snapshot out of the way, so that the next one does not overwrite it. */
	void keepAside() throws IOException {
		Files.move(path(), ignored(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
	}
}
