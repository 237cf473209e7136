package io.signalbox.interfaces;

import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.InterfaceAddress;
import java.util.List;
import java.util.Optional;

/**
 * A change to an interface; what is empty stays.
 *
 * @param rpFilter its own mode; the inner one is empty to have none, so that the default holds
 */
public record InterfaceChange(
		Optional<List<InterfaceAddress>> addresses,
		Optional<Integer> mtu,
		Optional<Boolean> adminUp,
		Optional<Optional<RpFilter>> rpFilter) {
	InterfaceConfig appliedTo(InterfaceConfig before) {
		return new InterfaceConfig(
				before.name(),
				before.device(),
				addresses.orElse(before.addresses()),
				mtu.orElse(before.mtu()),
				adminUp.orElse(before.adminUp()),
				before.vrf(),
				rpFilter.orElse(before.rpFilter()));
	}
}
