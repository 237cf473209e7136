package io.signalbox.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process amid its writes again and again, and holds what the next one has against what was answered. */
class KillTest {
	private static final int KILLS = 200;
	private static final int SIDE_BY_SIDE = 2;
	/** A kill comes after some answers and then some time, so that it meets any step of a write, on any machine. */
	private static final int MOST_ANSWERS = 30;
	private static final int LONGEST_MICROS = 3_000;
	private static final int KILLED = 128 + 9;

	@TempDir
	Path folder;

	private final AtomicLong answered = new AtomicLong();

	@Test
	@DisplayName("200 kill -9 at random moments lose no answered write and leave no half one")
	void kills() throws Exception {
		long seed = System.nanoTime();
		System.out.println("seed " + seed);
		QuickStart quick = new QuickStart(folder);
		try (ExecutorService threads = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
			List<Future<Void>> sides = new ArrayList<>();
			for (int side = 0; side < SIDE_BY_SIDE; side++) {
				Path state = folder.resolve("side" + side);
				Random random = new Random(seed + side);
				Callable<Void> lives = () -> {
					lives(quick, state, KILLS / SIDE_BY_SIDE, random);
					return null;
				};
				sides.add(threads.submit(lives));
			}
			for (Future<Void> side : sides) {
				side.get();
			}
		}
		System.out.printf("measured: %d kills, %d answered writes%n", KILLS, answered.get());
		assertTrue(answered.get() > KILLS, "too few writes for the kills to have met any");
	}

	private void lives(QuickStart quick, Path state, int kills, Random random) throws IOException, InterruptedException {
		Map<String, Long> last = new HashMap<>();
		for (int life = 0; life <= kills; life++) {
			Process process = quick.start(state);
			try (BufferedReader out =
					new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
				for (String line = out.readLine(); !"writing".equals(line); line = out.readLine()) {
					assertTrue(line != null && line.startsWith("state "), "life " + life + " said " + line);
					String[] words = line.split(" ", -1);
					hold(life, words[1], Long.parseLong(words[2]), last);
				}
				int before = random.nextInt(MOST_ANSWERS);
				for (int at = 0; at < before; at++) {
					note(out.readLine(), last);
				}
				TimeUnit.MICROSECONDS.sleep(random.nextLong(LONGEST_MICROS));
				assertTrue(process.isAlive(), "the process ended by itself");
				process.toHandle().destroyForcibly();
				for (String line = out.readLine(); line != null; line = out.readLine()) {
					note(line, last);
				}
			}
			assertEquals(KILLED, process.waitFor());
		}
	}

	private void note(String line, Map<String, Long> last) {
		String[] words = String.valueOf(line).split(" ", -1);
		assertEquals("answered", words[0], line);
		last.put(words[1], Long.parseLong(words[2]));
		answered.incrementAndGet();
	}

	/** What was answered is there, and at most the one write that was not answered any more. */
	private static void hold(int life, String writer, long found, Map<String, Long> last) {
		long least = last.getOrDefault(writer, 0L);
		assertFalse(found < least, "life " + life + ": " + writer + " lost " + least + ", it has " + found);
		assertTrue(found <= least + 1, "life " + life + ": " + writer + " has " + found + " after " + least);
		last.put(writer, found);
	}
}
