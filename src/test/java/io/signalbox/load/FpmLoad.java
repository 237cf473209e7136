package io.signalbox.load;

import io.signalbox.feed.fpm.FpmSender;
import io.signalbox.route.RouteChanges;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** zebra's part: says a table, and changes routes one by one. Each route that forwards comes back with the offload flag. */
final class FpmLoad implements AutoCloseable {
	private static final long PATIENCE_SECONDS = 60;
	private static final double NANOS_A_MILLI = 1e6;

	private final FpmSender sender;
	private final Semaphore answers = new Semaphore(0);

	FpmLoad(InetSocketAddress box) {
		sender = new FpmSender(box);
		Thread.ofPlatform().daemon().start(() -> sender.read(_ -> answers.release()));
	}

	/** Says all, and waits until all of it forwards. */
	void say(RouteChanges table) throws InterruptedException {
		sender.send(table);
		await(table.size());
	}

	/** A new peer that says nothing: what the one before it said goes. */
	static void sayNothing(InetSocketAddress box) {
		try (FpmLoad silent = new FpmLoad(box)) {
			silent.sender.done();
		}
	}

	/** Gives single routes of the table another next hop, one after the other: milliseconds until each forwards, sorted. */
	double[] change(LoadTable table, int times) throws InterruptedException {
		Random random = new Random(6);
		double[] millis = new double[times];
		for (int at = 0; at < times; at++) {
			RouteChanges one = table.changed(random.nextInt(table.size()), at);
			long begin = System.nanoTime();
			sender.send(one);
			await(1);
			millis[at] = (System.nanoTime() - begin) / NANOS_A_MILLI;
		}
		Arrays.sort(millis);
		return millis;
	}

	private void await(int routes) throws InterruptedException {
		if (!answers.tryAcquire(routes, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
			throw new IllegalStateException(answers.availablePermits() + " of " + routes + " routes forward");
		}
	}

	@Override
	public void close() {
		sender.close();
	}
}
