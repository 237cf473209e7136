package io.signalbox.interfaces;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigRulesTest {
	@ParameterizedTest
	@ValueSource(strings = {"192.0.2.1/24", "192.0.2.10/31", "192.0.2.11/31", "192.0.2.0/32", "192.0.2.255/32", "10.0.0.255/8",
		"2001:db8::1/64", "2001:db8::/127", "2001:db8::/128", "2001:db8::ffff/112"})
	void theseAddressesMayBe(String address) {
		assertDoesNotThrow(() -> check("wan0", "net_null0", 1500, address));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			192.0.2.0/24 | network address of 192.0.2.0/24
			192.0.2.255/24 | broadcast address
			192.0.2.4/30 | network address
			192.0.2.7/30 | broadcast address
			192.0.2.1/0 | length of the link's prefix
			0.0.0.1/24 | no unicast address
			127.0.0.1/8 | no unicast address
			224.0.0.1/24 | no unicast address
			255.255.255.255/32 | no unicast address
			2001:db8::/64 | subnet-router anycast
			2001:db8::/126 | subnet-router anycast
			::/64 | no unicast address
			::1/128 | no unicast address
			ff02::1/64 | no unicast address
			::ffff:192.0.2.1/128 | no unicast address
			fe80::1/64 | link-local
			""")
	void theseAddressesMayNot(String address, String why) {
		DataplaneException refused =
				assertThrows(DataplaneException.class, () -> check("wan0", "net_null0", 1500, address));
		assertEquals(Reason.INVALID, refused.reason());
		assertTrue(refused.getMessage().contains(why), refused::getMessage);
	}

	@ParameterizedTest
	@CsvSource({"67,192.0.2.1/24,false", "68,192.0.2.1/24,true", "9216,192.0.2.1/24,true", "9217,192.0.2.1/24,false",
		"1279,2001:db8::1/64,false", "1280,2001:db8::1/64,true"})
	void mtuHasItsRange(int mtu, String address, boolean allowed) {
		if (allowed) {
			assertDoesNotThrow(() -> check("wan0", "net_null0", mtu, address));
		} else {
			assertThrows(DataplaneException.class, () -> check("wan0", "net_null0", mtu, address));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = {"", " wan0", "-wan", "wan/0", "wan 0", "a123456789012345678901234567890x"})
	void namesHaveAForm(String name) {
		assertThrows(DataplaneException.class, () -> check(name, "net_null0", 1500, "192.0.2.1/24"));
	}

	@ParameterizedTest
	@ValueSource(strings = {"", " ", "net null0", "net_null0\n"})
	void devicesHaveAForm(String device) {
		assertThrows(DataplaneException.class, () -> check("wan0", device, 1500, "192.0.2.1/24"));
	}

	@ParameterizedTest
	@ValueSource(strings = {"net_af_packet0,iface=eth1,qpairs=2", "net_tap0,iface=tap0", "net_ring0", "net_pcap0,iface=eth1",
		"net_memif0,role=server,socket=/run/memif.sock", "net_null0", "0000:03:00.0", "03:00.0,mode=1"})
	void theseDevicesMayBe(String device) {
		assertDoesNotThrow(() -> check("wan0", device, 1500, "192.0.2.1/24"));
	}

	/** The first ran the command as root, the second two ended the process within EAL. */
	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			net_failsafe0,exec(touch${IFS}/tmp/x) | is not a device
			class=eth,bus=vdev/driver=x/ | is not a device
			net_ring0,internal=0x4141414141414141 | net_ring has no argument 'internal'
			net_failsafe0 | names a driver that is not offered. There are: net_af_packet, net_memif
			net_af_packet0,iface=$(id) | is not a device
			net_af_packet0,iface | is not a device
			--vdev=net_tap0 | is not a device
			""")
	void noDeviceReachesMoreThanItsDriver(String device, String why) {
		DataplaneException refused =
				assertThrows(DataplaneException.class, () -> check("wan0", device, 1500, "192.0.2.1/24"));
		assertEquals(Reason.INVALID, refused.reason());
		assertTrue(refused.getMessage().contains(why), refused::getMessage);
	}

	@Test
	void oneLinuxInterfaceUnderTwoDeviceNamesIsAConflict() {
		DataplaneException refused = assertThrows(DataplaneException.class, () -> ConfigRules.checkAll(List.of(
				new InterfaceConfig("wan0", "net_af_packet0,iface=eth1", List.of()),
				new InterfaceConfig("lan0", "net_af_packet1,qpairs=1,iface=eth1", List.of()))));
		assertEquals(Reason.CONFLICT, refused.reason());
	}

	@Test
	void oneAddressTwiceIsAConflict() {
		DataplaneException refused = assertThrows(DataplaneException.class,
				() -> check("wan0", "net_null0", 1500, "192.0.2.1/24", "192.0.2.1/25"));
		assertEquals(Reason.CONFLICT, refused.reason());
	}

	@Test
	void anInterfaceHas64AddressesAtMost() {
		assertDoesNotThrow(() -> ConfigRules.checkAll(List.of(withAddresses(64))));
		assertThrows(DataplaneException.class, () -> ConfigRules.checkAll(List.of(withAddresses(65))));
	}

	private static InterfaceConfig withAddresses(int count) {
		return new InterfaceConfig("wan0", "net_null0", IntStream.rangeClosed(1, count)
				.mapToObj(host -> new InterfaceAddress(new Ipv4Address(0xc0000200 | host), 24))
				.toList());
	}

	private static void check(String name, String device, int mtu, String... addresses) {
		ConfigRules.checkAll(List.of(new InterfaceConfig(name, device, own(addresses), mtu, true, "default", Optional.empty())));
	}

	private static List<InterfaceAddress> own(String... texts) {
		return List.of(texts).stream().map(text -> text.split("/", 2))
				.map(parts -> new InterfaceAddress(IpAddress.parse(parts[0]), Integer.parseInt(parts[1])))
				.toList();
	}
}
