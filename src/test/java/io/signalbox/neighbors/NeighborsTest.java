package io.signalbox.neighbors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.InterfaceTable;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeighborsTest {
	private static final MacAddress MAC = MacAddress.parse("02:00:00:00:00:02");
	private static final IpAddress HOST = IpAddress.parse("192.0.2.2");

	private final FakeDataplane dataplane = FakeDataplane.running();
	private final InterfaceTable table = new InterfaceTable();
	private final Rib rib = new Rib(new FibProgrammer(dataplane, table), new RibLimits(100));
	private final Interfaces interfaces = new Interfaces(dataplane, rib, table);
	private final Neighbors neighbors = new Neighbors(dataplane, interfaces);

	@BeforeEach
	void addInterface() {
		interfaces.add(new InterfaceConfig(
				"wan0", "net_null0", List.of(new InterfaceAddress(IpAddress.parse("192.0.2.1"), 24))));
	}

	@AfterEach
	void close() {
		rib.close();
	}

	@Test
	void aStaticNeighborIsSetAndFoundAndForgotten() {
		Neighbor set = neighbors.set("wan0", HOST, MAC, NeighborsTest::any);
		assertEquals(NeighborStatus.STATIC, set.state().status());
		assertEquals(Optional.of(MAC), set.state().mac());
		assertEquals(Optional.of(set), neighbors.find("wan0", HOST));
		neighbors.delete("wan0", HOST, NeighborsTest::any);
		assertEquals(List.of(), neighbors.list());
		assertRefused(Reason.NOT_FOUND, () -> neighbors.delete("wan0", HOST, NeighborsTest::any));
	}

	@Test
	void theyAreListedByInterfaceThenFamilyThenNumber() {
		for (String address : List.of("2001:db8::2", "192.0.2.200", "192.0.2.3", "192.0.2.20")) {
			neighbors.set("wan0", IpAddress.parse(address), MAC, NeighborsTest::any);
		}
		assertEquals(List.of("192.0.2.3", "192.0.2.20", "192.0.2.200", "2001:db8::2"),
				neighbors.list().stream().map(neighbor -> neighbor.state().address().toString()).toList());
	}

	@Test
	void aPreconditionSeesWhatWasThereAndStopsTheWrite() {
		neighbors.set("wan0", HOST, MAC, NeighborsTest::any);
		assertThrows(IllegalStateException.class, () -> neighbors.delete("wan0", HOST, before -> {
			throw new IllegalStateException(before.toString());
		}));
		assertEquals(1, neighbors.list().size());
	}

	@ParameterizedTest
	@CsvSource({
		"wan9,192.0.2.2,02:00:00:00:00:02,NOT_FOUND",
		"wan0,192.0.2.1,02:00:00:00:00:02,CONFLICT",
		"wan0,224.0.0.1,02:00:00:00:00:02,INVALID",
		"wan0,0.0.0.0,02:00:00:00:00:02,INVALID",
		"wan0,ff02::1,02:00:00:00:00:02,INVALID",
		"wan0,::1,02:00:00:00:00:02,INVALID",
		"wan0,192.0.2.2,00:00:00:00:00:00,INVALID",
		"wan0,192.0.2.2,01:00:5e:00:00:01,INVALID"})
	void whatIsNoNeighborIsRefused(String interfaceName, String address, String mac, Reason reason) {
		assertRefused(reason,
				() -> neighbors.set(interfaceName, IpAddress.parse(address), MacAddress.parse(mac), NeighborsTest::any));
		assertEquals(List.of(), neighbors.list());
	}

	@Test
	void theKernelsAreStaticOnesThatGoWithIt() {
		IpAddress other = IpAddress.parse("192.0.2.3");
		MacAddress moved = MacAddress.parse("02:00:00:00:00:03");
		assertEquals(List.of(), neighbors.followKernel("wan0", Map.of(HOST, MAC, other, MAC)));
		neighbors.followKernel("wan0", Map.of(HOST, moved));
		Neighbor now = neighbors.list().getFirst();
		assertEquals(List.of(now), neighbors.list());
		assertEquals(NeighborStatus.STATIC, now.state().status());
		assertEquals(Optional.of(moved), now.state().mac());
		assertTrue(now.ofKernel());
		assertRefused(Reason.CONFLICT, () -> neighbors.delete("wan0", HOST, NeighborsTest::any));
		neighbors.followKernel("wan0", Map.of());
		assertEquals(List.of(), neighbors.list());
	}

	@Test
	void whatIsConfiguredStaysThatWhateverTheKernelDoes() {
		MacAddress kernels = MacAddress.parse("02:00:00:00:00:03");
		neighbors.set("wan0", HOST, MAC, NeighborsTest::any);
		neighbors.followKernel("wan0", Map.of(HOST, kernels));
		assertEquals(Optional.of(MAC), neighbors.find("wan0", HOST).orElseThrow().state().mac());
		IpAddress second = IpAddress.parse("192.0.2.3");
		neighbors.followKernel("wan0", Map.of(second, kernels));
		neighbors.set("wan0", second, MAC, NeighborsTest::any);
		neighbors.followKernel("wan0", Map.of());
		assertEquals(List.of(false, false), neighbors.list().stream().map(Neighbor::ofKernel).toList());
	}

	@Test
	void ofTheKernelsOneThatIsNoneIsLeftOut() {
		assertEquals(List.of("the kernel's neighbor on wan0 is left out: 192.0.2.1 is an address of wan0 itself"),
				neighbors.followKernel("wan0", Map.of(IpAddress.parse("192.0.2.1"), MAC, HOST, MAC)));
		assertEquals(1, neighbors.list().size());
		assertEquals(List.of(), neighbors.followKernel("none0", Map.of(HOST, MAC)));
	}

	@Test
	void anInterfaceThatIsMadeAnewHasTheKernelsAgain() {
		neighbors.followKernel("wan0", Map.of(HOST, MAC));
		interfaces.remove("wan0", _ -> {});
		addInterface();
		assertEquals(List.of(), neighbors.list());
		neighbors.followKernel("wan0", Map.of(HOST, MAC));
		assertEquals(List.of(true), neighbors.list().stream().map(Neighbor::ofKernel).toList());
	}

	private static void any(Optional<Neighbor> before) {}

	private static void assertRefused(Reason reason, Runnable write) {
		assertEquals(reason, assertThrows(DataplaneException.class, write::run).reason());
	}
}
