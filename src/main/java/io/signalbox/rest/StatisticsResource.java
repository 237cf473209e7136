package io.signalbox.rest;

import io.signalbox.dataplane.Counters.Description;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.FibState;
import io.signalbox.dataplane.SystemState.WorkerState;
import io.signalbox.net.Family;
import io.signalbox.rib.VrfUse;
import io.signalbox.rest.dto.StatisticsDto;
import io.signalbox.rest.dto.StatisticsDto.Core;
import io.signalbox.rest.dto.StatisticsDto.Drops;
import io.signalbox.rest.dto.StatisticsDto.Fib;
import io.signalbox.rest.dto.StatisticsDto.FibFamily;
import io.signalbox.rest.dto.StatisticsDto.Port;
import io.signalbox.rest.dto.StatisticsDto.Reason;
import io.signalbox.rest.dto.StatisticsDto.Totals;
import io.signalbox.stats.Statistics;
import io.signalbox.stats.Statistics.CoreFigures;
import io.signalbox.stats.Statistics.InterfaceFigures;
import io.signalbox.stats.StatisticsReader;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /statistics}: what the cores have counted. */
@Path("/api/v1/statistics")
@Produces(MediaType.APPLICATION_JSON)
public class StatisticsResource {
	private final StatisticsReader reader;
	private final Dataplane dataplane;
	private final Vrfs vrfs;

	StatisticsResource(StatisticsReader reader, Dataplane dataplane, Vrfs vrfs) {
		this.reader = reader;
		this.dataplane = dataplane;
		this.vrfs = vrfs;
	}

	@GET
	public StatisticsDto getStatistics() {
		Statistics read = reader.read();
		List<WorkerState> workers = dataplane.system().workers();
		List<Core> cores = new ArrayList<>();
		for (CoreFigures core : read.cores()) {
			Optional<Integer> lcore =
					cores.size() < workers.size() ? Optional.of(workers.get(cores.size()).lcore()) : Optional.empty();
			cores.add(new Core(core.core(), Words.of(core.role()), lcore, core.counters()));
		}
		Totals totals = new Totals(
				sum(read.cores().stream().map(CoreFigures::counters)),
				sum(read.interfaces().stream().map(InterfaceFigures::counters)),
				read.dropped());
		List<Port> ports = read.interfaces().stream()
				.map(port -> new Port(port.name(), port.counters(), port.dropped()))
				.toList();
		return new StatisticsDto(read.at(), totals, cores, ports);
	}

	@GET
	@Path("drops")
	public Drops getDrops() {
		Statistics read = reader.read();
		List<Reason> reasons = read.dropReasons().stream()
				.map(reason -> reason(reason, read.interfaces()))
				.toList();
		return new Drops(read.at(), read.dropped(), reasons);
	}

	private static Reason reason(Description reason, List<InterfaceFigures> interfaces) {
		Map<String, Long> packets = new LinkedHashMap<>();
		for (InterfaceFigures port : interfaces) {
			long dropped = port.drops().get(reason.name());
			if (dropped > 0) {
				packets.put(port.name(), dropped);
			}
		}
		long all = packets.values().stream().mapToLong(Long::longValue).sum();
		return new Reason(reason.name(), reason.help(), all, packets);
	}

	@GET
	@Path("fib")
	public Fib getFibStatistics(@RestQuery String vrf) {
		VrfUse of = vrfs.require(vrf);
		List<FibFamily> families = Stream.of(Family.values())
				.map(family -> family(of.number(), family))
				.toList();
		return new Fib(of.name(), families);
	}

	private FibFamily family(int vrf, Family family) {
		FibState fib = dataplane.describeFib(vrf, family);
		Map<Integer, Long> byLength = new LinkedHashMap<>();
		for (int length = 0; length < fib.byLength().size(); length++) {
			if (fib.byLength().get(length) > 0) {
				byLength.put(length, fib.byLength().get(length));
			}
		}
		return new FibFamily(
				Words.of(family),
				fib.generation(),
				fib.routes(),
				fib.routesMax(),
				fib.groups(),
				fib.groupsMax(),
				fib.bytes(),
				byLength);
	}

	private static Map<String, Long> sum(Stream<Map<String, Long>> counters) {
		Map<String, Long> sums = new LinkedHashMap<>();
		counters.forEach(each -> each.forEach((name, value) -> sums.merge(name, value, Long::sum)));
		return sums;
	}
}
