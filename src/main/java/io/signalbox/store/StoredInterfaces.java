package io.signalbox.store;

import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.interfaces.Interface;
import io.signalbox.interfaces.InterfaceChange;
import io.signalbox.interfaces.InterfaceConfig;
import io.signalbox.interfaces.Interfaces;
import io.signalbox.interfaces.RpFilterChange;
import io.signalbox.interfaces.RpFilterSettings;
import io.signalbox.neighbors.Neighbor;
import io.signalbox.neighbors.Neighbors;
import io.signalbox.net.InterfaceAddress;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;

/** Writes to {@link Interfaces} that outlive the box; what they say of refusals and preconditions holds here too. */
@Singleton
public final class StoredInterfaces {
	private final Interfaces interfaces;
	private final Neighbors neighbors;
	private final Store store;
	private final Problems problems;

	public StoredInterfaces(Interfaces interfaces, Neighbors neighbors, Store store, Problems problems) {
		this.interfaces = interfaces;
		this.neighbors = neighbors;
		this.store = store;
		this.problems = problems;
	}

	public Interface add(InterfaceConfig config) {
		String name = config.name();
		Interface added = store.write(Lane.PORTS, () -> new Applied<>(interfaces.add(config), rows -> {
			forget(rows, name);
			rows.forget(Kind.INTERFACE, name);
			StoredInterface.put(rows, name, StoredInterface.members(config));
		}, () -> interfaces.remove(name, _ -> {})));
		problems.solved(Kind.INTERFACE, name);
		problems.solved(Kind.NEIGHBOR, name);
		return added;
	}

	public Interface change(String name, InterfaceChange change, Consumer<Interface> precondition) {
		return write(name, precondition, before -> interfaces.change(name, change, before), _ -> change);
	}

	public Interface addAddress(String name, InterfaceAddress address, Consumer<Interface> precondition) {
		return write(name, precondition, before -> interfaces.addAddress(name, address, before), this::addresses);
	}

	public Interface removeAddress(String name, InterfaceAddress address, Consumer<Interface> precondition) {
		return write(name, precondition, before -> interfaces.removeAddress(name, address, before), this::addresses);
	}

	private InterfaceChange addresses(Interface now) {
		return new InterfaceChange(
				Optional.of(now.config().addresses()), Optional.empty(), Optional.empty(), Optional.empty());
	}

	private Interface write(
			String name,
			Consumer<Interface> precondition,
			Function<Consumer<Interface>, Interface> change,
			Function<Interface, InterfaceChange> kept) {
		Interface changed = store.write(Lane.PORTS, () -> {
			AtomicReference<InterfaceConfig> was = new AtomicReference<>();
			Interface now = change.apply(before -> {
				precondition.accept(before);
				was.set(before.config());
			});
			return new Applied<>(
					now,
					rows -> StoredInterface.put(rows, name, StoredInterface.members(kept.apply(now))),
					() -> interfaces.change(name, all(was.get()), _ -> {}));
		});
		problems.solved(Kind.INTERFACE, name);
		return changed;
	}

	private static InterfaceChange all(InterfaceConfig config) {
		return new InterfaceChange(
				Optional.of(config.addresses()),
				Optional.of(config.mtu()),
				Optional.of(config.adminUp()),
				Optional.of(config.rpFilter()));
	}

	public void remove(String name, Consumer<Interface> precondition) {
		store.write(Lane.PORTS, () -> {
			AtomicReference<InterfaceConfig> was = new AtomicReference<>();
			List<Neighbor> statics = neighbors.list().stream()
					.filter(each -> each.interfaceName().equals(name) && each.state().status() == NeighborStatus.STATIC)
					.toList();
			interfaces.remove(name, before -> {
				precondition.accept(before);
				was.set(before.config());
			});
			return new Applied<>(name, rows -> {
				forget(rows, name);
				rows.delete(Kind.INTERFACE, name);
			}, () -> {
				interfaces.add(was.get());
				statics.forEach(each ->
						neighbors.set(name, each.state().address(), each.state().mac().orElseThrow(), _ -> {}));
			});
		});
	}

	private static void forget(Rows rows, String name) {
		rows.forgetUnder(Kind.INTERFACE, StoredInterface.under(name));
		rows.forgetUnder(Kind.NEIGHBOR, StoredInterface.under(name));
	}

	public RpFilterSettings changeRpFilter(RpFilterChange change, Consumer<RpFilterSettings> precondition) {
		RpFilterSettings changed = store.write(Lane.PORTS, () -> {
			AtomicReference<RpFilterSettings> was = new AtomicReference<>();
			RpFilterSettings now = interfaces.changeRpFilter(change, before -> {
				precondition.accept(before);
				was.set(before);
			});
			return new Applied<>(now, rows -> {
				StoredSettings.put(rows, StoredSettings.of(change));
				change.interfaces().forEach((name, own) ->
						StoredInterface.put(rows, name, StoredInterface.members(new InterfaceChange(
								Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(own)))));
			}, () -> interfaces.changeRpFilter(back(was.get(), change), _ -> {}));
		});
		StoredSettings.of(change).keySet().forEach(key -> problems.solved(Kind.SETTING, key));
		return changed;
	}

	private static RpFilterChange back(RpFilterSettings was, RpFilterChange change) {
		Map<String, Optional<RpFilter>> own = new LinkedHashMap<>();
		change.interfaces().keySet().forEach(name -> own.put(name, Optional.ofNullable(was.interfaces().get(name))));
		return new RpFilterChange(Optional.of(was.byDefault()), Optional.of(was.defaultRouteCounts()), own);
	}
}
