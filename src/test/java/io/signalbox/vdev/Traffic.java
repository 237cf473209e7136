package io.signalbox.vdev;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A packet every 2 ms from left to right, on a thread of its own. */
final class Traffic implements AutoCloseable {
	private static final int PERIOD_MILLIS = 2;
	private static final int AT_LEAST = 50;

	private final TwoWires wires;
	private final long before;
	private final AtomicLong sent = new AtomicLong();
	private final ScheduledExecutorService sender = Executors.newSingleThreadScheduledExecutor();

	private Traffic(TwoWires wires) {
		this.wires = wires;
		this.before = wires.box.interfaceTotal(wires.right, "tx_packets");
	}

	static Traffic from(TwoWires wires) {
		Traffic traffic = new Traffic(wires);
		byte[] packet = wires.packet("192.0.2.2", 64);
		Wire wire = Wire.open("sbx-ffm-l");
		var _ = traffic.sender.scheduleAtFixedRate(() -> {
			wire.send(packet);
			traffic.sent.incrementAndGet();
		}, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
		return traffic;
	}

	/** Ends it; all that was sent must have been forwarded. */
	void assertNothingLost() {
		await().until(() -> sent.get() >= AT_LEAST);
		close();
		await().atMost(TwoWires.SOON).untilAsserted(() -> {
			long forwarded = wires.box.interfaceTotal(wires.right, "tx_packets") - before;
			assertTrue(forwarded >= sent.get(), () -> forwarded + " of " + sent.get() + " packets were forwarded");
		});
	}

	@Override
	public void close() {
		sender.shutdown();
		try {
			if (!sender.awaitTermination(10, TimeUnit.SECONDS)) {
				throw new IllegalStateException("the traffic does not end");
			}
		} catch (InterruptedException interrupted) {
			throw new IllegalStateException(interrupted);
		}
	}
}
