package io.signalbox.rest;

import io.signalbox.config.Configuration;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.dataplane.EalState;
import io.signalbox.dataplane.FibState;
import io.signalbox.dataplane.SystemState;
import io.signalbox.dataplane.SystemState.WorkerState;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.net.Family;
import io.signalbox.rest.dto.SystemDto;
import io.signalbox.rest.dto.SystemDto.Capacity;
import io.signalbox.rest.dto.SystemDto.DataPlane;
import io.signalbox.rest.dto.SystemDto.RestoredSnapshot;
import io.signalbox.rest.dto.SystemDto.Room;
import io.signalbox.rest.dto.SystemDto.Snapshot;
import io.signalbox.rest.dto.SystemDto.Worker;
import io.signalbox.rest.dto.SystemDto.WrittenSnapshot;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibSize;
import io.signalbox.snapshot.SnapshotState;
import io.signalbox.snapshot.Snapshots;
import io.signalbox.stats.StatisticsReader;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** {@code /system}: the box itself. */
@Path("/api/v1/system")
@Produces(MediaType.APPLICATION_JSON)
public class SystemResource {
	private static final int DEFAULT_VRF = 0;
	/** RTE_MAX_ETHPORTS of DPDK as it is built by default: an interface is a port. */
	private static final int INTERFACES_MAX = 32;
	private static final double NANOS = 1e9;

	private final Dataplane dataplane;
	private final DataplaneOptions options;
	private final Interfaces interfaces;
	private final Rib rib;
	private final Snapshots snapshots;
	private final HostFacts host;
	private final String version;
	private final Instant startedAt =
			Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());

	public SystemResource(
			Dataplane dataplane,
			Configuration configuration,
			Interfaces interfaces,
			Rib rib,
			Snapshots snapshots,
			HostFacts host,
			@ConfigProperty(name = "quarkus.application.version") String version) {
		this.dataplane = dataplane;
		this.options = configuration.dataplane();
		this.interfaces = interfaces;
		this.rib = rib;
		this.snapshots = snapshots;
		this.host = host;
		this.version = version;
	}

	@GET
	public SystemDto getSystem() {
		Duration uptime = Duration.between(startedAt, Instant.now());
		EalState eal = dataplane.ealState();
		Optional<SystemState> running =
				Optional.of(eal).filter(EalState.UP::equals).map(_ -> dataplane.system()).filter(SystemState::running);
		return new SystemDto(
				"signalbox",
				version,
				startedAt,
				uptime.toNanos() / NANOS,
				running.map(state -> dataPlane(eal, state)).orElseGet(() -> stopped(eal)),
				running.map(_ -> capacity()),
				snapshots.state().map(SystemResource::snapshot),
				host.read());
	}

	private static DataPlane stopped(EalState eal) {
		return new DataPlane(
				false, Words.of(eal), Optional.empty(), List.of(), false, Optional.empty(), 0, Room.of(0, 0));
	}

	private static DataPlane dataPlane(EalState eal, SystemState state) {
		List<Worker> workers = new ArrayList<>();
		for (WorkerState worker : state.workers()) {
			String core = StatisticsReader.coreName(workers.size(), state.workers().size());
			workers.add(new Worker(core, worker.lcore(), Optional.of(worker.cpu()).filter(cpu -> cpu >= 0)));
		}
		return new DataPlane(
				true,
				Words.of(eal),
				Optional.of(state.dpdkVersion()),
				workers,
				state.hugePages(),
				Optional.of(state.fibPagesKib()),
				state.memoryBytes(),
				Room.of(state.mbufs() - state.mbufsFree(), state.mbufs()));
	}

	private static Snapshot snapshot(SnapshotState state) {
		SnapshotState.Restored restored = state.restored();
		return new Snapshot(
				state.written().map(written ->
						new WrittenSnapshot(written.at(), written.routes(), written.bytes(), written.seconds())),
				state.writeFailures(),
				state.writeError(),
				new RestoredSnapshot(
						Words.of(restored.outcome()),
						restored.reason().map(Words::of),
						restored.message(),
						restored.takenAt(),
						restored.routes(),
						restored.seconds()));
	}

	private Capacity capacity() {
		RibSize size = rib.size();
		FibState ipv4 = dataplane.describeFib(DEFAULT_VRF, Family.IPV4);
		FibState ipv6 = dataplane.describeFib(DEFAULT_VRF, Family.IPV6);
		return new Capacity(
				Room.of(interfaces.names().size(), INTERFACES_MAX),
				Room.of(size.ipv4Routes() + (long) size.ipv6Routes(), rib.limits().routes()),
				Room.of(size.nexthops(), rib.limits().nexthops() - 1L),
				Room.of(dataplane.neighbors().size(), options.neighbors()),
				Room.of(ipv4.routes(), ipv4.routesMax()),
				Room.of(ipv6.routes(), ipv6.routesMax()),
				Room.of(ipv4.groups(), ipv4.groupsMax()),
				Room.of(ipv6.groups(), ipv6.groupsMax()));
	}
}
