package io.signalbox.vdev;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.interfaces.Interface;
import io.signalbox.net.Family;
import io.signalbox.net.MacAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each kind of virtual port, added and removed while the box forwards between two others. */
@Vdev
class PortsTest {
	private static final MacAddress STATION = MacAddress.parse("02:00:00:00:03:02");
	private static final String STATION_ADDRESS = "198.18.0.2";

	private static TwoWires wires;

	@TempDir
	Path folder;

	@BeforeAll
	static void start() {
		wires = new TwoWires();
	}

	@AfterAll
	static void stop() {
		wires.close();
	}

	@AfterEach
	void removeWhatATestLeft() {
		wires.box.deleteRoute("203.0.113.0/24");
		for (String name : List.of("third", "far")) {
			if (wires.box.interfaces.find(name).isPresent()) {
				wires.box.remove(name);
			}
		}
	}

	@ParameterizedTest
	@ValueSource(strings = {"net_null0", "net_ring0", "net_tap7,iface=sbx-ffm-x"})
	void comesAndGoesWhileOthersForward(String device) {
		try (Traffic traffic = Traffic.from(wires)) {
			Interface added = addThird(device);
			assertTrue(device.startsWith(added.state().driver()), added.state()::driver);
			assertTrue(added.state().linkUp());
			assertNotEquals(0, added.state().mac().bits());
			wires.leftWire.send(wires.packet(STATION_ADDRESS, 64));
			await().atMost(TwoWires.SOON).until(() -> wires.box.interfaceTotal(added, "tx_packets") > 0);
			wires.box.remove("third");
			assertEquals(Optional.empty(), wires.box.interfaces.find("third"));
			addThird(device);
			wires.box.remove("third");
			traffic.assertNothingLost();
		}
	}

	/** Interfaces added and removed by four callers at once, over and over. */
	@Test
	void manyComeAndGoAtOnce() {
		try (Traffic traffic = Traffic.from(wires)) {
			List<CompletableFuture<Void>> callers = IntStream.range(0, 4)
					.mapToObj(caller -> CompletableFuture.runAsync(() -> {
						for (int turn = 0; turn < 5; turn++) {
							wires.box.add("many" + caller, "net_null1" + caller, "198.19." + caller + ".1/24");
							wires.box.putRoute("203.0." + caller + ".0/24", "198.19." + caller + ".2");
							wires.box.remove("many" + caller);
							wires.box.deleteRoute("203.0." + caller + ".0/24");
						}
					}))
					.toList();
			callers.forEach(CompletableFuture::join);
			assertEquals(2, wires.box.interfaces.list().size());
			traffic.assertNothingLost();
		}
	}

	@Test
	void afPacketForwardsToAVeth() {
		Shell.run("ip", "link", "add", "sbx-ffm-v", "type", "veth", "peer", "name", "sbx-ffm-w");
		try {
			for (String end : List.of("sbx-ffm-v", "sbx-ffm-w")) {
				Shell.write("/proc/sys/net/ipv6/conf/" + end + "/disable_ipv6", "1");
				Shell.run("ip", "link", "set", end, "up");
			}
			try (Traffic traffic = Traffic.from(wires); Wire far = Wire.open("sbx-ffm-w")) {
				Interface added = addThird("net_af_packet0,iface=sbx-ffm-v");
				byte[] packet = wires.packet(STATION_ADDRESS, 64);
				wires.leftWire.send(packet);
				byte[] expected = Frame.forwarded(packet, STATION, added.state().mac());
				assertTrue(far.receive(frame -> Arrays.equals(frame, expected), TwoWires.SOON).isPresent());
				wires.box.remove("third");
				traffic.assertNothingLost();
			}
		} finally {
			Shell.run("ip", "link", "delete", "sbx-ffm-v");
		}
	}

	@Test
	void pcapReadsAndWritesFiles() throws IOException {
		Path in = folder.resolve("in.pcap");
		Path out = folder.resolve("out.pcap");
		MacAddress nobody = MacAddress.parse("02:00:00:00:09:09");
		Pcap.write(in, List.of(
				Frame.udp(nobody, STATION, STATION_ADDRESS, "192.0.2.2", 64, "one"),
				Frame.udp(nobody, STATION, STATION_ADDRESS, "192.0.2.2", 64, "two")));
		Interface added = addThird("net_pcap0,rx_pcap=" + in + ",tx_pcap=" + out);
		await().atMost(TwoWires.SOON).until(() -> wires.box.drops(added, "eth_not_for_us") == 2);
		byte[] packet = wires.packet(STATION_ADDRESS, 64);
		wires.leftWire.send(packet);
		await().atMost(TwoWires.SOON).until(() -> wires.box.interfaceTotal(added, "tx_packets") > 0);
		wires.box.remove("third");
		String expected = HexFormat.of().formatHex(Frame.forwarded(packet, STATION, added.state().mac()));
		assertTrue(Pcap.read(out).stream().map(HexFormat.of()::formatHex).anyMatch(expected::equals));
	}

	/** With one hop left it is dropped at the far end. */
	@Test
	void memifCarriesAPacket() {
		String socket = ",socket=" + folder.resolve("memif") + ",socket-abstract=no";
		Interface far = wires.box.add("far", "net_memif0,role=server" + socket, "198.19.0.1/24");
		Interface near = addThird("net_memif1,role=client" + socket);
		await().atMost(TwoWires.SOON).until(() -> {
			wires.box.interfaces.followLinks();
			return wires.box.interfaces.find("third").orElseThrow().state().linkUp()
					&& wires.box.interfaces.find("far").orElseThrow().state().linkUp();
		});
		wires.box.setNeighbor("third", STATION_ADDRESS, far.state().mac());
		wires.leftWire.send(wires.packet(STATION_ADDRESS, 2));
		await().atMost(TwoWires.SOON).until(() -> wires.box.drops(far, "ttl_exceeded") == 1);
		assertEquals("net_memif", near.state().driver());
	}

	@ParameterizedTest
	@CsvSource({"'net_af_packet5,iface=sbx-none',sbx-none", "ffff:ff:1f.7,ffff:ff:1f.7"})
	void aDeviceThatCannotBeIsNamedAndNothingStays(String device, String named) {
		DataplaneException refused = assertThrows(DataplaneException.class, () -> addThird(device));
		assertEquals(Reason.NO_DEVICE, refused.reason());
		assertTrue(refused.getMessage().contains(named), refused::getMessage);
		assertEquals(Optional.empty(), wires.box.interfaces.find("third"));
		wires.assertForwarded("192.0.2.2", TwoWires.RIGHT_2);
	}

	@Test
	void routesOverARemovedInterfaceReturnWithIt() {
		addThird("net_null0");
		wires.box.putRoute("203.0.113.0/24", STATION_ADDRESS);
		wires.box.remove("third");
		wires.assertDropped("203.0.113.1", 64, "no_route");
		Interface again = addThird("net_null0");
		long before = wires.box.interfaceTotal(again, "tx_packets");
		wires.leftWire.send(wires.packet("203.0.113.1", 64));
		await().atMost(TwoWires.SOON).until(() -> wires.box.interfaceTotal(again, "tx_packets") > before);
	}

	@Test
	void aTapThatGoesDownTakesItsRoutesAlong() {
		addThird("net_tap7,iface=sbx-ffm-x");
		Shell.run("ip", "link", "set", "sbx-ffm-x", "down");
		await().atMost(TwoWires.SOON).until(() -> {
			wires.box.interfaces.followLinks();
			return !wires.box.interfaces.find("third").orElseThrow().state().linkUp();
		});
		wires.assertDropped(STATION_ADDRESS, 64, "no_route");
		Shell.run("ip", "link", "set", "sbx-ffm-x", "up");
		await().atMost(TwoWires.SOON).until(() -> {
			wires.box.interfaces.followLinks();
			return wires.box.interfaces.find("third").orElseThrow().state().linkUp();
		});
		assertEquals(6, wires.box.dataplane.describeFib(0, Family.IPV4).routes());
	}

	private static Interface addThird(String device) {
		Interface third = wires.box.add("third", device, "198.18.0.1/24");
		wires.box.setNeighbor("third", STATION_ADDRESS, STATION);
		return third;
	}
}
