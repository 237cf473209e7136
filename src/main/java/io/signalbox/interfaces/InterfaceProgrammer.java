package io.signalbox.interfaces;

import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.dataplane.InterfaceSpec;
import io.signalbox.dataplane.InterfaceState;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.net.Shown;
import io.signalbox.rib.Rib;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Makes the data plane and the RIB follow an interface's config, step by step, and takes back what was done when a
 * step fails. One call at a time: its caller holds a lock.
 */
final class InterfaceProgrammer {
	private final Dataplane dataplane;
	private final Rib rib;
	private final InterfaceTable table;

	InterfaceProgrammer(Dataplane dataplane, Rib rib, InterfaceTable table) {
		this.dataplane = dataplane;
		this.rib = rib;
		this.table = table;
	}

	Programmed add(InterfaceConfig wanted, RpFilter rpFilter) {
		String name = wanted.name();
		int vrf = number(wanted.vrf());
		int id = dataplane.addInterface(
				new InterfaceSpec(name, wanted.device(), wanted.mtu(), vrf, wanted.adminUp(), rpFilter));
		Steps steps = new Steps();
		try {
			steps.run(() -> table.put(name, id), () -> {
				table.remove(name);
				dataplane.removeInterface(id);
			});
			dataplane.setAddresses(id, wanted.addresses());
			Programmed added = new Programmed(id, wanted, List.of(), rpFilter, false);
			steps.run(() -> connect(added), () -> done(rib.removeInterface(name)));
			return follow(added);
		} catch (RuntimeException failure) {
			throw steps.takeBack(failure);
		}
	}

	private int number(String vrf) {
		return done(rib.vrfs()).stream()
				.filter(known -> known.name().equals(vrf))
				.findFirst()
				.orElseThrow(() -> new DataplaneException(Reason.NOT_FOUND, "there is no VRF " + Shown.of(vrf) + ": make it first"))
				.number();
	}

	Programmed change(Programmed before, Programmed after) {
		InterfaceConfig was = before.config();
		InterfaceConfig wanted = after.config();
		int id = before.id();
		Steps steps = new Steps();
		try {
			if (wanted.mtu() != was.mtu()) {
				steps.run(() -> dataplane.setMtu(id, wanted.mtu()), () -> dataplane.setMtu(id, was.mtu()));
			}
			if (wanted.adminUp() != was.adminUp()) {
				steps.run(() -> dataplane.setAdminUp(id, wanted.adminUp()), () -> dataplane.setAdminUp(id, was.adminUp()));
			}
			setRpFilter(steps, before, after.rpFilter());
			if (!after.addresses().equals(before.addresses())) {
				steps.run(() -> dataplane.setAddresses(id, after.addresses()),
						() -> dataplane.setAddresses(id, before.addresses()));
				steps.run(() -> connect(after), () -> connect(before));
			}
			return follow(after);
		} catch (RuntimeException failure) {
			throw steps.takeBack(failure);
		}
	}

	private void setRpFilter(Steps steps, Programmed before, RpFilter wanted) {
		if (wanted != before.rpFilter()) {
			steps.run(() -> dataplane.setRpFilter(before.id(), wanted),
					() -> dataplane.setRpFilter(before.id(), before.rpFilter()));
		}
	}

	/** From one set to another that differs in rp_filter alone. */
	void changeRpFilter(InterfaceSet before, InterfaceSet wanted) {
		Steps steps = new Steps();
		try {
			if (wanted.defaultRouteCounts() != before.defaultRouteCounts()) {
				steps.run(() -> dataplane.setDefaultRouteCounts(wanted.defaultRouteCounts()),
						() -> dataplane.setDefaultRouteCounts(before.defaultRouteCounts()));
			}
			for (Programmed each : before.all()) {
				setRpFilter(steps, each, wanted.require(each.name()).rpFilter());
			}
		} catch (RuntimeException failure) {
			throw steps.takeBack(failure);
		}
	}

	void remove(Programmed before) {
		Steps steps = new Steps();
		try {
			steps.run(() -> done(rib.removeInterface(before.name())), () -> announce(before));
			dataplane.removeInterface(before.id());
			table.remove(before.name());
		} catch (RuntimeException failure) {
			throw steps.takeBack(failure);
		}
	}

	private void connect(Programmed each) {
		done(rib.setConnected(each.name(), each.config().vrf(), each.addresses()));
	}

	private void announce(Programmed before) {
		connect(before);
		if (before.up()) {
			done(rib.interfaceUp(before.name()));
		}
	}

	/** Tells the RIB when the interface has come up or gone down since it was told last. */
	Programmed follow(Programmed before) {
		InterfaceState state = dataplane.describeInterface(before.id());
		boolean up = state.adminUp() && state.linkUp();
		if (up != before.up()) {
			done(up ? rib.interfaceUp(before.name()) : rib.interfaceDown(before.name()));
		}
		return before.with(up);
	}

	/** Waits for the RIB; throws what stopped it. */
	private static <T> T done(CompletableFuture<T> change) {
		try {
			return change.join();
		} catch (CompletionException failed) {
			throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
		}
	}
}
