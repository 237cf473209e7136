package io.signalbox.rest;

import io.signalbox.dataplane.InterfaceState;
import io.signalbox.interfaces.Interface;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.rest.dto.InterfaceDto;
import io.signalbox.stats.Statistics.InterfaceFigures;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Interfaces as the document has them. */
final class InterfaceDtos {
	private InterfaceDtos() {}

	static InterfaceDto of(Interface port, InterfaceFigures figures) {
		InterfaceConfig config = port.config();
		Map<String, Long> drops = new LinkedHashMap<>(figures.drops());
		drops.values().removeIf(packets -> packets == 0);
		return new InterfaceDto(
				config.name(),
				config.device(),
				config.addresses(),
				Optional.of(port.ofKernel()).filter(some -> !some.isEmpty()),
				config.mtu(),
				config.adminUp(),
				config.vrf(),
				config.rpFilter(),
				state(port.state()),
				figures.counters(),
				drops);
	}

	private static InterfaceDto.State state(InterfaceState state) {
		return new InterfaceDto.State(
				state.driver(),
				state.linkUp(),
				state.rpFilter(),
				Optional.of(state.linkMbps()).filter(mbps -> mbps > 0),
				state.mac(),
				state.linkLocal(),
				state.rxQueues(),
				state.txQueues(),
				state.rxMissed(),
				state.rxErrors(),
				state.txErrors());
	}
}
