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
 * restart, or in memory where there is none. A file is written aside and renamed, so it is always a whole one.
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

	/** What a source says before it is replaced; it takes the place of the one before by {@link #keep}. */
	interface Prepared {
		void keep();

		/** The replacement came to nothing. */
		void drop();
	}

	/** Never fails: a replacement that works counts for more than its way back, so that is missing then, and logged. */
	Prepared prepare(SourceRoutes before) {
		String name = name(before.source().name(), before.routes().vrf());
		byte[] packed = PackedRoutes.pack(before);
		return folder.isEmpty() ? new InMemory(name, packed) : InFile.write(folder.get().resolve(name), packed);
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
		private final byte[] packed;

		private InMemory(String name, byte[] packed) {
			this.name = name;
			this.packed = packed;
		}

		@Override
		public void keep() {
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

	private record InFile(Path file, boolean written) implements Prepared {
		private static InFile write(Path file, byte[] packed) {
			InFile prepared = new InFile(file, true);
			try {
				Files.createDirectories(file.getParent());
				try (FileChannel channel = FileChannel.open(prepared.aside(), StandardOpenOption.CREATE,
						StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
					ByteBuffer bytes = ByteBuffer.wrap(packed);
					while (bytes.hasRemaining()) {
						channel.write(bytes);
					}
					channel.force(true);
				}
				return prepared;
			} catch (IOException failed) {
				LOG.warnf("there will be no way back from this replacement: %s cannot be written: %s", file, failed);
				// On a full disk the half of it that is there would keep the disk full.
				prepared.drop();
				return new InFile(file, false);
			}
		}

		private Path aside() {
			return file.resolveSibling(file.getFileName() + ".new");
		}

		/** Without a new one the old one goes: it would lead back too far. */
		@Override
		public void keep() {
			try {
				if (written) {
					Files.move(aside(), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
				} else {
					Files.deleteIfExists(file);
				}
			} catch (IOException failed) {
				LOG.warnf("the way back from this replacement is not kept: %s", failed);
			}
		}

		@Override
		public void drop() {
			try {
				Files.deleteIfExists(aside());
			} catch (IOException failed) {
				LOG.debugf("%s stays until the next replacement: %s", aside(), failed);
			}
		}
	}
}
