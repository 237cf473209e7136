package io.signalbox.interfaces;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KernelNamesTest {
	@Test
	void anInterfaceIsTheOneItStandsOnOrElseTheOneOfItsName() {
		assertEquals(Map.of("wan0", "wan0", "eth1", "wan0", "eth3", "lan0", "lan0", "lan0", "eth5", "eth5", "tap0", "tap0"),
				KernelNames.of(List.of(
						config("wan0", "net_af_packet0,iface=eth1"),
						config("lan0", "net_af_xdp0,start_queue=1,iface=eth3,queue_count=2"),
						config("eth5", "0000:03:00.0"),
						config("tap0", "net_tap0,iface=host0"))));
	}

	@Test
	void whatAnotherInterfaceStandsOnGoesBeforeTheName() {
		assertEquals(Map.of("eth1", "eth2", "eth2", "eth1"), KernelNames.of(List.of(
				config("eth1", "net_af_packet0,iface=eth2"), config("eth2", "net_af_packet1,iface=eth1"))));
	}

	private static InterfaceConfig config(String name, String device) {
		return new InterfaceConfig(name, device, List.of());
	}
}
