package io.signalbox.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The folder where a box keeps what must outlive it. One box at a time has it: the kernel holds the lock, and lets go of
 * it however the process ends; the file says who it was, for people.
 */
public final class StateDirectory implements AutoCloseable {
	private static final String LOCK = "signalbox.lock";

	private final Path path;
	private final Optional<FileChannel> lock;
	private final Optional<String> problem;

	private StateDirectory(Path path, Optional<FileChannel> lock, Optional<String> problem) {
		this.path = path;
		this.lock = lock;
		this.problem = problem;
	}

	/** Takes it, and makes it where it is missing. Throws {@link StateDirectoryException} when another box has it. */
	public static StateDirectory open(Path path) {
		try {
			Files.createDirectories(path);
			FileChannel channel = FileChannel.open(
					path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
			return new StateDirectory(path, Optional.of(locked(path, channel)), Optional.empty());
		} catch (IOException refused) {
			return new StateDirectory(
					path, Optional.empty(), Optional.of("stateDirectory " + path + " cannot be written: " + refused));
		}
	}

	private static FileChannel locked(Path path, FileChannel channel) throws IOException {
		try {
			FileLock held = channel.tryLock();
			if (held == null) {
				throw taken(path, channel);
			}
		} catch (OverlappingFileLockException heldHere) {
			throw taken(path, channel);
		}
		String owner = "process " + ProcessHandle.current().pid() + " on " + hostName() + " since "
				+ Instant.now().truncatedTo(ChronoUnit.SECONDS) + "\n";
		try {
			channel.truncate(0);
			channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)), 0);
		} catch (IOException full) {
			// The lock counts; without its owner's name a second box says less.
			channel.truncate(0);
		}
		return channel;
	}

	private static StateDirectoryException taken(Path path, FileChannel channel) throws IOException {
		ByteBuffer text = ByteBuffer.allocate(256);
		channel.read(text, 0);
		channel.close();
		String owner = new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
		return new StateDirectoryException("stateDirectory " + path + " is in use by another box, "
				+ (owner.isEmpty() ? "which does not say who it is" : owner)
				+ ": stop that one, or give this one a stateDirectory of its own");
	}

	private static String hostName() {
		try {
			return InetAddress.getLocalHost().getHostName();
		} catch (UnknownHostException unnamed) {
			return "this host";
		}
	}

	public Path path() {
		return path;
	}

	/** Why nothing can be written in it; empty when it can. */
	public Optional<String> problem() {
		return problem;
	}

	/** Lets go of it. */
	@Override
	public void close() {
		lock.ifPresent(channel -> {
			try {
				channel.close();
			} catch (IOException already) {
				throw new StateDirectoryException("stateDirectory " + path + ": " + already);
			}
		});
	}
}
