package io.signalbox.interfaces;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Addresses that an interface has because the kernel has them there, beside the configured ones. */
class KernelAddressesTest {
	private final FakeDataplane dataplane = FakeDataplane.running();
	private final InterfaceTable table = new InterfaceTable();
	private final Rib rib = new Rib(new FibProgrammer(dataplane, table), new RibLimits(100));
	private final Interfaces interfaces = new Interfaces(dataplane, rib, table);

	@BeforeEach
	void addInterfaces() {
		interfaces.add(new InterfaceConfig("wan0", "net_null0", owns("192.0.2.1/24")));
		interfaces.add(new InterfaceConfig("lan0", "net_null1", owns("198.51.100.1/24")));
	}

	@AfterEach
	void close() {
		rib.close();
	}

	private static List<InterfaceAddress> owns(String... texts) {
		return Stream.of(texts).map(InterfaceAddress::parse).toList();
	}

	private Interface wan() {
		return interfaces.find("wan0").orElseThrow();
	}

	@Test
	void theyForwardBesideTheConfiguredOnesAndGoAlone() {
		assertEquals(List.of(), interfaces.followKernel("wan0", owns("203.0.113.7/24", "2001:db8:5::7/64")));
		assertEquals(owns("192.0.2.1/24", "203.0.113.7/24", "2001:db8:5::7/64"), dataplane.addresses(wan().id()));
		assertTrue(dataplane.routes().keySet().containsAll(Set.of("203.0.113.7/32", "203.0.113.0/24", "2001:db8:5::/64")));
		assertEquals(owns("192.0.2.1/24"), wan().config().addresses());
		assertEquals(owns("203.0.113.7/24", "2001:db8:5::7/64"), wan().ofKernel());
		interfaces.followKernel("wan0", List.of());
		assertEquals(owns("192.0.2.1/24"), dataplane.addresses(wan().id()));
		assertEquals(List.of(), wan().ofKernel());
	}

	@Test
	void whatIsConfiguredStaysThatWhateverTheKernelDoes() {
		interfaces.followKernel("wan0", owns("192.0.2.1/25", "192.0.2.9/24"));
		assertEquals(owns("192.0.2.1/24", "192.0.2.9/24"), dataplane.addresses(wan().id()));
		interfaces.addAddress("wan0", InterfaceAddress.parse("192.0.2.9/24"), _ -> {});
		interfaces.followKernel("wan0", List.of());
		assertEquals(owns("192.0.2.1/24", "192.0.2.9/24"), dataplane.addresses(wan().id()));
	}

	@Test
	void theySurviveAnotherChangeOfTheInterface() {
		interfaces.followKernel("wan0", owns("203.0.113.7/24"));
		interfaces.change("wan0", new InterfaceChange(
				Optional.of(owns("192.0.2.2/24")), Optional.of(1400), Optional.empty(), Optional.empty()), _ -> {});
		assertEquals(owns("192.0.2.2/24", "203.0.113.7/24"), dataplane.addresses(wan().id()));
	}

	@Test
	void oneThatTheBoxCannotHaveIsLeftOutAndTheOthersAreThere() {
		assertEquals(
				List.of("the kernel's address of wan0 is left out: 198.51.100.9/24 on wan0 overlaps 198.51.100.1/24 on lan0:"
						+ " each address must be reachable through one interface only"),
				interfaces.followKernel("wan0", owns("198.51.100.9/24", "203.0.113.7/24")));
		assertEquals(owns("203.0.113.7/24"), wan().ofKernel());
		assertEquals(List.of(), interfaces.followKernel("none0", owns("203.0.113.7/24")));
	}

	@Test
	void whatItHasIsTakenForOthersAndOnlyTheKernelTakesItAway() {
		InterfaceAddress given = InterfaceAddress.parse("203.0.113.7/24");
		interfaces.followKernel("wan0", List.of(given));
		assertRefused(Reason.CONFLICT,
				() -> interfaces.addAddress("lan0", InterfaceAddress.parse("203.0.113.8/24"), _ -> {}));
		assertRefused(Reason.CONFLICT, () -> interfaces.removeAddress("wan0", given, _ -> {}));
		assertEquals(List.of(given), wan().ofKernel());
	}

	@Test
	void aRefusedChangeLeavesTheOldOnes() {
		interfaces.followKernel("wan0", owns("203.0.113.7/24"));
		dataplane.refuseNext(Reason.NO_CAPACITY);
		assertRefused(Reason.NO_CAPACITY, () -> interfaces.followKernel("wan0", owns("203.0.113.8/24")));
		assertEquals(owns("203.0.113.7/24"), wan().ofKernel());
		assertEquals(owns("192.0.2.1/24", "203.0.113.7/24"), dataplane.addresses(wan().id()));
	}

	private static void assertRefused(Reason reason, Runnable write) {
		assertEquals(reason, assertThrows(DataplaneException.class, write::run).reason());
	}
}
