package io.signalbox.rib;

import io.signalbox.route.RouteChanges;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The VRFs by name; the default one, number 0, is always there. One thread. */
final class Vrfs {
	/** {@code VRFS_MAX} of the data plane. */
	static final int MAX = 64;

	private final Map<String, Vrf> byName = new LinkedHashMap<>();
	private final Sources sources;
	private final NexthopTable nexthops;

	Vrfs(Sources sources, NexthopTable nexthops) {
		this.sources = sources;
		this.nexthops = nexthops;
		add(create(RouteChanges.DEFAULT_VRF));
	}

	/** A VRF with the lowest free number, which is not among them before {@link #add}. */
	Vrf create(String name) {
		int number = IntStream.range(0, MAX)
				.filter(free -> byName.values().stream().noneMatch(vrf -> vrf.number() == free))
				.findFirst()
				.orElseThrow(() -> new RibFullException("no more than " + MAX + " VRFs"));
		return new Vrf(
				name, number, new RouteTable(false, sources, nexthops), new RouteTable(true, sources, nexthops));
	}

	void add(Vrf vrf) {
		byName.put(vrf.name(), vrf);
	}

	void remove(Vrf vrf) {
		byName.remove(vrf.name());
	}

	Vrf get(String name) {
		return find(name).orElseThrow(() -> new UnknownVrfException(name));
	}

	Optional<Vrf> find(String name) {
		return Optional.ofNullable(byName.get(name));
	}

	/** The default VRF first, then as they were added. */
	Collection<Vrf> all() {
		return byName.values();
	}

	List<RouteTable> tables() {
		return all().stream().flatMap(vrf -> Stream.of(vrf.ipv4(), vrf.ipv6())).toList();
	}

	/** How many routes a source says in all VRFs. */
	int routes(int source, boolean ipv6) {
		return all().stream().mapToInt(vrf -> vrf.table(ipv6).routes(source)).sum();
	}
}
