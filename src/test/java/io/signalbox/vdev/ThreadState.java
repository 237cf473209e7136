package io.signalbox.vdev;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a pinned or masked thread would pass on: CPUs and blocked signals, as the kernel has them. */
record ThreadState(int processors, String cpus, String blockedSignals) {
	/** Of the thread that asks. */
	static ThreadState ofThisThread() {
		return of(Path.of("/proc/thread-self/status"));
	}

	/** Of a thread that is made now, by the thread that asks. */
	static ThreadState ofNewThread() {
		ThreadState[] state = new ThreadState[1];
		Thread thread = Thread.ofPlatform().start(() -> state[0] = ofThisThread());
		try {
			thread.join();
		} catch (InterruptedException interrupted) {
			throw new IllegalStateException(interrupted);
		}
		return state[0];
	}

	/** Of this process's threads with such a name, those of the data plane too. */
	static List<ThreadState> ofThreadsNamed(String pattern) {
		List<ThreadState> states = new ArrayList<>();
		try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
			for (Path thread : threads) {
				if (Files.readString(thread.resolve("comm")).strip().matches(pattern)) {
					states.add(of(thread.resolve("status")));
				}
			}
			return states;
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}

	boolean blocks(int signal) {
		String mask = blockedSignals.substring("SigBlk:".length()).strip();
		return (Long.parseUnsignedLong(mask, 16) >>> (signal - 1) & 1) == 1;
	}

	private static ThreadState of(Path status) {
		try {
			String text = Files.readString(status);
			return new ThreadState(
					Runtime.getRuntime().availableProcessors(), field(text, "Cpus_allowed_list:"), field(text, "SigBlk:"));
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		}
	}

	private static String field(String text, String name) {
		return text.lines().filter(line -> line.startsWith(name)).findFirst().orElseThrow();
	}
}
