package io.signalbox.vdev;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.dataplane.Query;
import io.signalbox.dataplane.Verdict;
import io.signalbox.dataplane.Verdict.Outcome;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets in and bytes out, through the whole box but its API. */
@Vdev
class ForwardingTest {
	private static TwoWires wires;

	@BeforeAll
	static void start() {
		wires = new TwoWires();
	}

	@AfterAll
	static void stop() {
		wires.close();
	}

	@AfterEach
	void forgetRoutes() {
		List.of("203.0.113.0/24", "203.0.113.128/25", "2001:db8:3::/48", "2001:db8:3:8000::/49")
				.forEach(wires.box::deleteRoute);
	}

	@ParameterizedTest
	@ValueSource(strings = {"192.0.2.2", "2001:db8:2::2"})
	void aPacketLeavesWithItsNeighborsMacAndOneHopLess(String destination) {
		wires.assertForwarded(destination, TwoWires.RIGHT_2);
	}

	@ParameterizedTest
	@DisplayName("P2 TTL 2 leaves as 1, 255 as 254")
	@CsvSource({"192.0.2.2,2", "192.0.2.2,255", "2001:db8:2::2,2", "2001:db8:2::2,255"})
	void hopLimitsCountDown(String destination, int hopLimit) {
		byte[] packet = wires.packet(destination, hopLimit);
		wires.leftWire.send(packet);
		byte[] expected = Frame.forwarded(packet, TwoWires.RIGHT_2, wires.right.state().mac());
		assertArrayEquals(expected, wires.rightWire
				.receive(frame -> frame.length == packet.length && Frame.type(frame) == Frame.type(packet), TwoWires.SOON)
				.orElseThrow());
	}

	@ParameterizedTest
	@DisplayName("P2 TTL 0 and 1 are dropped")
	@CsvSource({"192.0.2.2,0", "192.0.2.2,1", "2001:db8:2::2,0", "2001:db8:2::2,1"})
	void usedUpHopLimitsAreDropped(String destination, int hopLimit) {
		wires.assertDropped(destination, hopLimit, "ttl_exceeded");
	}

	@ParameterizedTest
	@DisplayName("P7 the next packet follows a route put, replaced, deleted, and a more specific one")
	@CsvSource({
		"203.0.113.0/24,203.0.113.128/25,192.0.2.2,192.0.2.3,203.0.113.200",
		"2001:db8:3::/48,2001:db8:3:8000::/49,2001:db8:2::2,2001:db8:2::3,2001:db8:3:8000::1"})
	void theNextPacketFollowsTheRoute(String prefix, String specific, String first, String second, String to) {
		wires.assertDropped(to, 64, "no_route");
		wires.box.putRoute(prefix, first);
		wires.assertForwarded(to, TwoWires.RIGHT_2);
		wires.box.putRoute(prefix, second);
		wires.assertForwarded(to, TwoWires.RIGHT_3);
		wires.box.putRoute(specific, first);
		wires.assertForwarded(to, TwoWires.RIGHT_2);
		wires.box.deleteRoute(specific);
		wires.assertForwarded(to, TwoWires.RIGHT_3);
		wires.box.deleteRoute(prefix);
		wires.assertDropped(to, 64, "no_route");
	}

	@ParameterizedTest
	@DisplayName("P7 the next packet follows a neighbor's new MAC")
	@CsvSource({"203.0.113.0/24,192.0.2.2,203.0.113.1", "2001:db8:3::/48,2001:db8:2::2,2001:db8:3::1"})
	void theNextPacketFollowsTheMac(String prefix, String neighbor, String to) {
		MacAddress other = MacAddress.parse("02:00:00:00:02:99");
		wires.box.putRoute(prefix, neighbor);
		wires.assertForwarded(to, TwoWires.RIGHT_2);
		wires.box.setNeighbor("right", neighbor, other);
		wires.assertForwarded(to, other);
		wires.assertForwarded(neighbor, other);
		wires.box.setNeighbor("right", neighbor, TwoWires.RIGHT_2);
		wires.assertForwarded(to, TwoWires.RIGHT_2);
	}

	@Test
	@DisplayName("R4 three packets to an unknown neighbor: one nexthop, all sent when it resolves")
	void packetsWaitForTheirNeighbor() {
		MacAddress mac = MacAddress.parse("02:00:00:00:02:09");
		wires.box.putRoute("203.0.113.0/24", "192.0.2.9");
		List<byte[]> packets = List.of(
				wires.packet("203.0.113.1", 64), wires.packet("203.0.113.2", 64), wires.packet("203.0.113.3", 64));
		packets.forEach(wires.leftWire::send);
		assertTrue(wires.rightWire
				.receive(frame -> Frame.isArpRequestFor(frame, "192.0.2.9"), TwoWires.SOON).isPresent());
		wires.rightWire.send(Frame.arpReply(wires.right.state().mac(), mac, "192.0.2.9", "192.0.2.1"));
		for (byte[] packet : packets) {
			byte[] sent = Frame.forwarded(packet, mac, wires.right.state().mac());
			assertArrayEquals(sent, wires.rightWire
					.receive(frame -> Frame.type(frame) == Frame.IPV4, TwoWires.SOON).orElseThrow());
		}
		assertEquals(NeighborStatus.REACHABLE, wires.box.neighbors
				.find("right", IpAddress.parse("192.0.2.9")).orElseThrow().state().status());
	}

	@Test
	void theVerdictIsWhatThePacketGets() {
		wires.box.putRoute("203.0.113.0/24", "192.0.2.2");
		Verdict verdict = wires.box.dataplane.lookup(
				new Query(0, wires.left.id(), Optional.empty(), IpAddress.parse("203.0.113.7")));
		assertEquals(Outcome.FORWARD, verdict.outcome());
		assertEquals(OptionalInt.of(24), verdict.matchedLength());
		assertEquals(wires.right.id(), verdict.interfaceId());
		assertEquals(Optional.of(IpAddress.parse("192.0.2.2")), verdict.address());
		assertEquals(Optional.of(TwoWires.RIGHT_2), verdict.mac());
		assertEquals(Optional.of("no_route"), wires.box.dataplane
				.lookup(new Query(0, 0, Optional.empty(), IpAddress.parse("198.18.0.1"))).dropReason());
		assertEquals(Outcome.LOCAL, wires.box.dataplane
				.lookup(new Query(0, 0, Optional.empty(), IpAddress.parse("2001:db8:2::1"))).outcome());
	}

	@Test
	void countersAreOfTheInterface() {
		long received = wires.box.interfaceTotal(wires.left, "rx_packets");
		long sent = wires.box.interfaceTotal(wires.right, "tx_packets");
		wires.assertForwarded("192.0.2.2", TwoWires.RIGHT_2);
		await().until(() -> wires.box.interfaceTotal(wires.left, "rx_packets") > received
				&& wires.box.interfaceTotal(wires.right, "tx_packets") > sent);
	}
}
