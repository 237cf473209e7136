package io.signalbox.imports;

import io.signalbox.rib.SourceRoutes;
import io.signalbox.snapshot.PackedRoutes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.jboss.logging.Logger;

/**
 * What each source said in each VRF before its last replacement, packed: in a folder, so that it is there after a
 * restart, or in memory where there is none. A file is written aside and renamed, so it is always a whole one, and never
 * of the replacement before the last.
 */
public final class Rollbacks {
	private static final Logger LOG = Logger.getLogger(Rollbacks.class);

	/** Some 6 MB each for a full table; the oldest goes. */
	private static final int MOST_IN_MEMORY = 16;

	private final Optional<Path> folder;
	private final SequencedMap<String, byte[]> memory = new LinkedHashMap<>();

	/** @param stateDirectory empty where nothing outlives the process */
	public Rollbacks(Optional<Path> stateDirectory) {
		folder = stateDirectory.map(directory -> directory.resolve("rollback"));
	}

	/** The way back from a replacement that is about to be. Until it is kept there is none: the old one leads too far. */
	interface Prepared {
		/**
		 * What the source said just before. Never fails: a replacement that works counts for more than its way back, so that
		 * is missing then, and logged.
		 */
		void keep(SourceRoutes before);

		/** The replacement came to nothing: the old one holds. */
		void drop();
	}

	Prepared prepare(String source, String vrf) {
		String name = name(source, vrf);
		return folder.isEmpty() ? new InMemory(name) : InFile.prepare(folder.get().resolve(name));
	}

	/** No name of a source or a VRF has an @. */
	private static String name(String source, String vrf) {
		return source + "@" + vrf;
	}

	boolean has(String source, String vrf) {
		String name = name(source, vrf);
		if (folder.isPresent()) {
			return Files.exists(folder.get().resolve(name));
		}
		synchronized (memory) {
			return memory.containsKey(name);
		}
	}

	/** Empty where it is not known; throws {@link NoRollbackException} where it cannot be read. */
	Optional<byte[]> find(String source, String vrf) {
		String name = name(source, vrf);
		if (folder.isEmpty()) {
			synchronized (memory) {
				return Optional.ofNullable(memory.get(name));
			}
		}
		try {
			return Optional.of(Files.readAllBytes(folder.get().resolve(name)));
		} catch (NoSuchFileException none) {
			return Optional.empty();
		} catch (IOException unreadable) {
			throw new NoRollbackException("What " + source + " said before cannot be read: " + unreadable);
		}
	}

	private final class InMemory implements Prepared {
		private final String name;

		private InMemory(String name) {
			this.name = name;
		}

		@Override
		public void keep(SourceRoutes before) {
			byte[] packed = PackedRoutes.pack(before);
			synchronized (memory) {
				memory.remove(name);
				if (memory.size() == MOST_IN_MEMORY) {
					memory.pollFirstEntry();
				}
				memory.put(name, packed);
			}
		}

		@Override
		public void drop() {}
	}

	private record InFile(Path file) implements Prepared {
		private static InFile prepare(Path file) {
			InFile prepared = new InFile(file);
			delete(prepared.beside(".old"));
			prepared.move(file, prepared.beside(".old"));
			return prepared;
		}

		private Path beside(String ending) {
			return file.resolveSibling(file.getFileName() + ending);
		}

		@Override
		public void keep(SourceRoutes before) {
			try {
				write(PackedRoutes.pack(before));
				Files.move(beside(".new"), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
			} catch (IOException failed) {
				LOG.warnf("there is no way back from this replacement: %s cannot be written: %s", file, failed);
			}
			// On a full disk the half of it that is there would keep the disk full.
			delete(beside(".new"));
			delete(beside(".old"));
		}

		private void write(byte[] packed) throws IOException {
			Files.createDirectories(file.getParent());
			try (FileChannel channel = FileChannel.open(beside(".new"), StandardOpenOption.CREATE,
					StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
				ByteBuffer bytes = ByteBuffer.wrap(packed);
				while (bytes.hasRemaining()) {
					channel.write(bytes);
				}
				channel.force(true);
			}
		}

		@Override
		public void drop() {
			move(beside(".old"), file);
		}

		private void move(Path from, Path to) {
			try {
				Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
			} catch (NoSuchFileException none) {
				LOG.debugf("there is no %s", none.getMessage());
			} catch (IOException failed) {
				LOG.warnf("the way back from the replacement before this one is lost: %s", failed);
				delete(from);
			}
		}

		private static void delete(Path file) {
			try {
				Files.deleteIfExists(file);
			} catch (IOException failed) {
				LOG.debugf("%s stays until the next replacement: %s", file, failed);
			}
		}
	}
}
