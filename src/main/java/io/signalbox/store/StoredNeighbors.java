package io.signalbox.store;

import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.neighbors.Neighbor;
import io.signalbox.neighbors.Neighbors;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Writes to {@link Neighbors} that outlive the box; what they say of refusals and preconditions holds here too. */
@Singleton
public final class StoredNeighbors {
	private final Neighbors neighbors;
	private final Store store;
	private final Problems problems;

	public StoredNeighbors(Neighbors neighbors, Store store, Problems problems) {
		this.neighbors = neighbors;
		this.store = store;
		this.problems = problems;
	}

	public Neighbor set(
			String interfaceName, IpAddress address, MacAddress mac, Consumer<Optional<Neighbor>> precondition) {
		String key = key(interfaceName, address);
		Neighbor set = store.write(Lane.PORTS, () -> {
			AtomicReference<Optional<Neighbor>> was = new AtomicReference<>(Optional.empty());
			Neighbor now = neighbors.set(interfaceName, address, mac, before -> {
				precondition.accept(before);
				was.set(before);
			});
			return new Applied<>(
					now,
					rows -> rows.put(Kind.NEIGHBOR, key, Json.of(Map.of("mac", mac.toString()))),
					() -> statically(was.get()).ifPresentOrElse(
							this::setAgain, () -> neighbors.delete(interfaceName, address, _ -> {})));
		});
		problems.solved(Kind.NEIGHBOR, key);
		return set;
	}

	/** One that was learned may be learned again: its deletion is not kept, nor undone. */
	public void delete(String interfaceName, IpAddress address, Consumer<Optional<Neighbor>> precondition) {
		store.write(Lane.PORTS, () -> {
			AtomicReference<Optional<Neighbor>> was = new AtomicReference<>(Optional.empty());
			neighbors.delete(interfaceName, address, before -> {
				precondition.accept(before);
				was.set(before);
			});
			return new Applied<>(
					address,
					rows -> rows.delete(Kind.NEIGHBOR, key(interfaceName, address)),
					() -> statically(was.get()).ifPresent(this::setAgain));
		});
	}

	private static Optional<Neighbor> statically(Optional<Neighbor> neighbor) {
		return neighbor.filter(each -> each.state().status() == NeighborStatus.STATIC);
	}

	private void setAgain(Neighbor was) {
		neighbors.set(was.interfaceName(), was.state().address(), was.state().mac().orElseThrow(), _ -> {});
	}

	private static String key(String interfaceName, IpAddress address) {
		return StoredInterface.under(interfaceName) + address;
	}
}
