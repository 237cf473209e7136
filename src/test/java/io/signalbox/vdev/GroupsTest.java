package io.signalbox.vdev;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.InterfaceSpec;
import io.signalbox.dataplane.NexthopMember;
import io.signalbox.dataplane.NexthopMemberState;
import io.signalbox.dataplane.NexthopSpec;
import io.signalbox.dataplane.NexthopState;
import io.signalbox.dataplane.NexthopType;
import io.signalbox.dataplane.Query;
import io.signalbox.dataplane.RouteBatch;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.dataplane.Verdict;
import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Groups, nexthops of the other family, and VRFs, over the boundary and to the wire. The ids are above the RIB's. */
@Vdev
class GroupsTest {
	private static final int RIGHT_2 = 1_001;
	private static final int LEFT_2 = 1_002;
	private static final int GROUP = 1_003;
	private static final int OVER_IPV6 = 1_004;
	private static final int VRF = 3;
	private static final MacAddress HOST = MacAddress.parse("02:00:00:00:02:09");
	private static TwoWires wires;

	@BeforeAll
	static void start() {
		wires = new TwoWires();
		wires.box.dataplane.applyNexthops(List.of(
				NexthopSpec.group(GROUP, List.of(new NexthopMember(RIGHT_2, 3), new NexthopMember(LEFT_2, 1))),
				unicast(RIGHT_2, wires.right.id(), "192.0.2.2"),
				unicast(LEFT_2, wires.left.id(), "198.51.100.2"),
				unicast(OVER_IPV6, wires.right.id(), "2001:db8:2::9")));
		put(0, "203.0.113.0", GROUP);
		put(0, "198.18.0.0", OVER_IPV6);
	}

	@AfterAll
	static void stop() {
		wires.close();
	}

	private static NexthopSpec unicast(int id, int interfaceId, String address) {
		return new NexthopSpec(id, NexthopType.UNICAST, interfaceId, Optional.of(IpAddress.parse(address)));
	}

	private static void put(int vrf, String address, int nexthop) {
		RouteBatch batch = new RouteBatch();
		byte[] bytes = Frame.bytes(IpAddress.parse(address));
		batch.putIpv4(bytes[0] << 24 | (bytes[1] & 255) << 16 | (bytes[2] & 255) << 8 | (bytes[3] & 255), 24, nexthop);
		wires.box.dataplane.applyRoutes(vrf, batch);
	}

	private static Verdict lookup(int sourcePort) {
		return wires.box.dataplane.lookup(new Query(
				0, 0, Optional.of(IpAddress.parse("198.51.100.2")), IpAddress.parse("203.0.113.1"), 17, sourcePort, 53));
	}

	@Test
	void aLookupNamesTheGroupAndTheMemberOfTheFlow() {
		int right = 0;
		for (int port = 0; port < 400; port++) {
			Verdict verdict = lookup(port);
			assertEquals(GROUP, verdict.group());
			assertEquals(NexthopType.UNICAST, verdict.type());
			assertEquals(verdict.nexthop() == RIGHT_2 ? wires.right.id() : wires.left.id(), verdict.interfaceId());
			assertEquals(verdict.nexthop(), lookup(port).nexthop());
			right += verdict.nexthop() == RIGHT_2 ? 1 : 0;
		}
		assertTrue(right > 240 && right < 360, right + " of 400 by the heavier member");
	}

	@Test
	void aGroupIsDescribedWithItsMembers() {
		NexthopState state = wires.box.dataplane.describeNexthops(new int[] {GROUP}).getFirst();
		assertEquals(NexthopType.GROUP, state.type());
		assertEquals(2, state.members());
		assertEquals(2, state.usableMembers());
		assertEquals(
				List.of(new NexthopMemberState(RIGHT_2, 3, true, 96), new NexthopMemberState(LEFT_2, 1, true, 32)),
				wires.box.dataplane.nexthopMembers(GROUP));
		assertEquals(List.of(), wires.box.dataplane.nexthopMembers(RIGHT_2));
		assertEquals(Reason.NOT_FOUND, assertThrows(
				DataplaneException.class, () -> wires.box.dataplane.nexthopMembers(1_020)).reason());
	}

	@Test
	void aGroupOfWhatIsNotThereIsRefused() {
		NexthopSpec group = NexthopSpec.group(1_010, List.of(new NexthopMember(1_020, 1)));
		assertEquals(Reason.NOT_FOUND, assertThrows(
				DataplaneException.class, () -> wires.box.dataplane.applyNexthops(List.of(group))).reason());
	}

	@Test
	void flowsLeaveAMemberWhoseLinkIsDown() {
		Shell.run("ip", "link", "set", "sbx-ffm-l", "down");
		try {
			await().atMost(TwoWires.SOON).until(() -> usableMembers() == 1);
			assertEquals(RIGHT_2, lookup(1).nexthop());
			assertEquals(RIGHT_2, lookup(2).nexthop());
		} finally {
			Shell.run("ip", "link", "set", "sbx-ffm-l", "up");
		}
		await().atMost(TwoWires.SOON).until(() -> usableMembers() == 2);
		wires.leftWire.receive(frame -> false, TwoWires.A_WHILE); // the test's own socket tells of the link once
	}

	private static int usableMembers() {
		return wires.box.dataplane.describeNexthops(new int[] {GROUP}).getFirst().usableMembers();
	}

	@Test
	void anIpv4PacketForAnIpv6NexthopWaitsForItAndLeavesAsIpv4() {
		byte[] packet = wires.packet("198.18.0.1", 64);
		wires.leftWire.send(packet);
		byte[] solicitation = wires.rightWire.receive(Frame::isSolicitation, TwoWires.SOON).orElseThrow();
		assertEquals(IpAddress.parse("2001:db8:2::9"), Frame.solicited(solicitation));
		wires.rightWire.send(Frame.advertisement(wires.right.state().mac(), HOST, "2001:db8:2::9", "2001:db8:2::1"));
		assertArrayEquals(Frame.forwarded(packet, HOST, wires.right.state().mac()), wires.rightWire
				.receive(frame -> Frame.type(frame) == Frame.IPV4, TwoWires.SOON).orElseThrow());
		wires.assertForwarded("198.18.0.2", HOST);
	}

	@Test
	void aVrfHasRoutesOfItsOwnAndGoesWithoutInterfaces() {
		assertEquals(Reason.NOT_FOUND, assertThrows(DataplaneException.class, () -> wires.box.dataplane.addInterface(
				new InterfaceSpec("red", "net_null7", 1_500, VRF, true, RpFilter.OFF))).reason());
		wires.box.dataplane.addVrf(VRF);
		assertEquals(Reason.CONFLICT, assertThrows(
				DataplaneException.class, () -> wires.box.dataplane.addVrf(VRF)).reason());
		int id = wires.box.dataplane.addInterface(
				new InterfaceSpec("red", "net_null7", 1_500, VRF, true, RpFilter.OFF));
		put(VRF, "198.18.0.0", RIGHT_2);
		assertEquals(1, wires.box.dataplane.describeFib(VRF, Family.IPV4).routes());
		assertEquals(RIGHT_2, wires.box.dataplane
				.lookup(new Query(VRF, id, Optional.empty(), IpAddress.parse("198.18.0.1"))).nexthop());
		assertEquals(Reason.CONFLICT, assertThrows(
				DataplaneException.class, () -> wires.box.dataplane.removeVrf(VRF)).reason());
		wires.box.dataplane.removeInterface(id);
		wires.box.dataplane.removeVrf(VRF);
		assertEquals(Reason.NOT_FOUND, assertThrows(
				DataplaneException.class, () -> wires.box.dataplane.describeFib(VRF, Family.IPV4)).reason());
	}
}
