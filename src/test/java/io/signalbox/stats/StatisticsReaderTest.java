package io.signalbox.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.signalbox.dataplane.FakeCounters;
import io.signalbox.dataplane.FakeDataplane;
import io.signalbox.fib.FibProgrammer;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.InterfaceTable;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibLimits;
import io.signalbox.stats.Statistics.CoreFigures;
import io.signalbox.stats.Statistics.InterfaceFigures;
import io.signalbox.stats.Statistics.Role;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatisticsReaderTest {
	private final FakeDataplane dataplane = FakeDataplane.running();
	private final FakeCounters counters = dataplane.fakeCounters();
	private final InterfaceTable table = new InterfaceTable();
	private final Rib rib = new Rib(new FibProgrammer(dataplane, table), new RibLimits(100));
	private final Interfaces interfaces = new Interfaces(dataplane, rib, table);
	private final StatisticsReader reader = new StatisticsReader(dataplane, interfaces);

	@AfterEach
	void close() {
		rib.close();
	}

	@Test
	void coresHaveTheirNamesAndEveryCounter() {
		counters.setCore(0, "busy_cycles", 7);
		counters.setCore(1, "slowpath_packets", 3);
		List<CoreFigures> cores = reader.read().cores();
		assertEquals(List.of("worker-0", "slowpath"), cores.stream().map(CoreFigures::core).toList());
		assertEquals(List.of(Role.WORKER, Role.SLOWPATH), cores.stream().map(CoreFigures::role).toList());
		assertEquals(7, cores.get(0).counters().get("busy_cycles"));
		assertEquals(0, cores.get(0).counters().get("slowpath_packets"));
		assertEquals(3, cores.get(1).counters().get("slowpath_packets"));
		assertEquals(
				counters.coreCounters().stream().map(description -> description.name()).toList(),
				List.copyOf(cores.get(0).counters().keySet()));
	}

	@Test
	void interfacesAreByNameAndHaveTheirOwnFigures() {
		int wan = add("wan0");
		int lan = add("lan0");
		counters.setInterface(wan, "rx_packets", 100);
		counters.setDrops(wan, "no_route", 4);
		counters.setDrops(wan, "blackhole", 2);
		counters.setDrops(lan, "no_route", 1);
		Statistics read = reader.read();
		assertEquals(
				List.of("lan0", "wan0"),
				read.interfaces().stream().map(InterfaceFigures::name).toList());
		InterfaceFigures figures = read.interfaces().get(1);
		assertEquals(100, figures.counters().get("rx_packets"));
		assertEquals(0, figures.counters().get("tx_packets"));
		assertEquals(4, figures.drops().get("no_route"));
		assertEquals(0, figures.drops().get("interface_down"));
		assertEquals(6, figures.dropped());
		assertEquals(7, read.dropped());
		assertEquals(figures, reader.read(wan, "wan0"));
	}

	@Test
	void anInterfaceThatIsGoneHasNoFigures() {
		add("wan0");
		interfaces.remove("wan0", _ -> {});
		assertEquals(List.of(), reader.read().interfaces());
	}

	private int add(String name) {
		return interfaces.add(new InterfaceConfig(name, "net_null_" + name, List.of()))
				.id();
	}
}
