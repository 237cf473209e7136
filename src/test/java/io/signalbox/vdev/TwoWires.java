package io.signalbox.vdev;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.interfaces.Interface;
import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A box between two TAPs, left (198.51.100.1, 2001:db8:1::1) and right (192.0.2.1, 2001:db8:2::1). The hosts are the
 * test's own frames: one left at .2, and some right with static neighbors.
 */
final class TwoWires implements AutoCloseable {
	static final MacAddress LEFT_HOST = MacAddress.parse("02:00:00:00:01:02");
	static final MacAddress RIGHT_2 = MacAddress.parse("02:00:00:00:02:02");
	static final MacAddress RIGHT_3 = MacAddress.parse("02:00:00:00:02:03");
	private static final Map<Family, String> RIGHT_HOST = Map.of(Family.IPV4, "192.0.2.2", Family.IPV6, "2001:db8:2::2");
	/** Long, for a machine that is busy with other things; what is there is seen at once. */
	static final Duration SOON = Duration.ofSeconds(10);
	/** How long to look for what must not come. */
	static final Duration A_WHILE = Duration.ofMillis(300);

	final Box box = Box.start();
	final Interface left;
	final Interface right;
	final Wire leftWire;
	final Wire rightWire;
	private int sent;

	TwoWires() {
		left = box.add("left", "net_tap0,iface=sbx-ffm-l", "198.51.100.1/24", "2001:db8:1::1/64");
		right = box.add("right", "net_tap1,iface=sbx-ffm-r", "192.0.2.1/24", "2001:db8:2::1/64");
		leftWire = Wire.open("sbx-ffm-l");
		rightWire = Wire.open("sbx-ffm-r");
		box.setNeighbor("left", "198.51.100.2", LEFT_HOST);
		box.setNeighbor("left", "2001:db8:1::2", LEFT_HOST);
		box.setNeighbor("right", "192.0.2.2", RIGHT_2);
		box.setNeighbor("right", "2001:db8:2::2", RIGHT_2);
		box.setNeighbor("right", "192.0.2.3", RIGHT_3);
		box.setNeighbor("right", "2001:db8:2::3", RIGHT_3);
	}

	/** A packet of the left host, each with another payload. */
	byte[] packet(String destination, int hopLimit) {
		return packet(destination.indexOf(':') < 0 ? "198.51.100.2" : "2001:db8:1::2", destination, hopLimit);
	}

	/** The same, with a source that need not be its own. */
	private byte[] packet(String source, String destination, int hopLimit) {
		return Frame.udp(left.state().mac(), LEFT_HOST, source, destination, hopLimit, payload(++sent));
	}

	private static String payload(int number) {
		return "packet " + "%06d".formatted(number);
	}

	/** Sends a packet from the left and wants its forwarded form, byte by byte, on the right. */
	void assertForwarded(String destination, MacAddress to) {
		assertForwarded(packet(destination, 64), to);
	}

	/** The same from this source to the right host. */
	void assertPasses(String source) {
		assertForwarded(packet(source, RIGHT_HOST.get(family(source)), 64), RIGHT_2);
	}

	private void assertForwarded(byte[] packet, MacAddress to) {
		leftWire.send(packet);
		byte[] expected = Frame.forwarded(packet, to, right.state().mac());
		String payload = payload(sent);
		Optional<byte[]> received = rightWire.receive(frame -> Frame.endsWith(frame, payload), SOON);
		assertArrayEquals(expected, received.orElseThrow(() -> new AssertionError(payload + " did not come")));
	}

	/** Sends a packet from the left; it must be counted as dropped for that reason, and not come out on the right. */
	void assertDropped(String destination, int hopLimit, String reason) {
		assertDropped(packet(destination, hopLimit), reason);
	}

	/** The same from this source to the right host. */
	void assertSourceDropped(String source, String reason) {
		assertDropped(packet(source, RIGHT_HOST.get(family(source)), 64), reason);
	}

	private static Family family(String address) {
		return IpAddress.parse(address).family();
	}

	private void assertDropped(byte[] packet, String reason) {
		long before = box.drops(left, reason);
		leftWire.send(packet);
		String payload = payload(sent);
		await().atMost(SOON).until(() -> box.drops(left, reason) == before + 1);
		assertEquals(Optional.empty(), rightWire.receive(frame -> Frame.endsWith(frame, payload), A_WHILE).map(f -> payload));
	}

	@Override
	public void close() {
		leftWire.close();
		rightWire.close();
		box.close();
	}
}
