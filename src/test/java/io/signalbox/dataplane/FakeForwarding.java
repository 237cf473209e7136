package io.signalbox.dataplane;

import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.net.Family;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tables of a {@link FakeDataplane}: ports, neighbors, nexthops, VRFs and their FIBs, and the lookups in them. */
abstract class FakeForwarding implements Dataplane {
	final FakeVrfs vrfs = new FakeVrfs();
	final FakeAudit audit = new FakeAudit();
	final FakeInterfaces interfaces = new FakeInterfaces();
	final FakeNexthops nexthops = new FakeNexthops();
	final Map<String, NeighborState> neighbors = new TreeMap<>();
	DataplaneOptions options = DataplaneOptions.defaults();
	boolean running;
	DataplaneException refusal;
	boolean defaultRouteCounts = true;

	@Override
	public synchronized int addInterface(InterfaceSpec spec) {
		requireRunning();
		vrfs.fib(spec.vrf());
		return interfaces.add(spec);
	}

	@Override
	public synchronized void removeInterface(int id) {
		requireRunning();
		interfaces.remove(id);
		neighbors.values().removeIf(neighbor -> neighbor.interfaceId() == id);
	}

	@Override
	public synchronized void setMtu(int id, int mtu) {
		requireRunning();
		interfaces.setMtu(id, mtu);
	}

	@Override
	public synchronized void setAdminUp(int id, boolean up) {
		requireRunning();
		interfaces.setAdminUp(id, up);
	}

	@Override
	public synchronized void setRpFilter(int id, RpFilter mode) {
		requireRunning();
		interfaces.setRpFilter(id, mode);
	}

	@Override
	public synchronized void setDefaultRouteCounts(boolean counts) {
		requireRunning();
		defaultRouteCounts = counts;
	}

	@Override
	public synchronized void setAddresses(int id, List<InterfaceAddress> given) {
		requireRunning();
		interfaces.setAddresses(id, given);
	}

	@Override
	public synchronized InterfaceState describeInterface(int id) {
		requireRunning();
		return interfaces.require(id);
	}

	@Override
	public synchronized void addVrf(int vrf) {
		requireRunning();
		vrfs.add(vrf);
	}

	@Override
	public synchronized void removeVrf(int vrf) {
		requireRunning();
		vrfs.remove(vrf, interfaces);
	}

	@Override
	public synchronized void applyNexthops(List<NexthopSpec> given) {
		requireRunning();
		refuse();
		nexthops.apply(given, options.nexthops(), interfaces);
	}

	@Override
	public synchronized List<NexthopState> describeNexthops(int[] ids) {
		List<NexthopState> states = new ArrayList<>();
		for (int id : ids) {
			NexthopSpec spec = nexthops.find(id)
					.orElseThrow(() -> new DataplaneException(Reason.NOT_FOUND, "no nexthop " + id));
			Optional<NeighborState> neighbor = spec.address().flatMap(
					address -> Optional.ofNullable(neighbors.get(spec.interfaceId() + " " + address)));
			states.add(new NexthopState(
					id,
					spec.type(),
					spec.interfaceId(),
					spec.address(),
					neighbor.flatMap(NeighborState::mac),
					neighbor.map(NeighborState::status).orElse(NeighborStatus.NONE),
					0,
					0,
					spec.members().size(),
					(int) spec.members().stream().filter(member -> lookupIn(0).usable(member.id())).count()));
		}
		return states;
	}

	@Override
	public synchronized List<NexthopMemberState> nexthopMembers(int id) {
		NexthopSpec group = nexthops.find(id)
				.orElseThrow(() -> new DataplaneException(Reason.NOT_FOUND, "no nexthop " + id));
		return group.members().stream()
				.map(member -> new NexthopMemberState(
						member.id(), member.weight(), lookupIn(0).usable(member.id()), member.weight()))
				.toList();
	}

	@Override
	public synchronized RoutesResult applyRoutes(int vrf, RouteBatch batch) {
		requireRunning();
		FakeFib fib = vrfs.fib(vrf);
		refuse();
		return fib.apply(batch);
	}

	@Override
	public synchronized FibState describeFib(int vrf, Family family) {
		return vrfs.fib(vrf).describe(family, family == Family.IPV4 ? options.routes4() : options.routes6());
	}

	@Override
	public synchronized List<NeighborState> neighbors() {
		return List.copyOf(neighbors.values());
	}

	@Override
	public synchronized void setNeighbor(int interfaceId, IpAddress address, MacAddress mac) {
		interfaces.require(interfaceId);
		neighbors.put(
				interfaceId + " " + address,
				new NeighborState(interfaceId, address, Optional.of(mac), NeighborStatus.STATIC, 0, 0));
	}

	@Override
	public synchronized void deleteNeighbor(int interfaceId, IpAddress address) {
		require(neighbors.remove(interfaceId + " " + address) != null, Reason.NOT_FOUND, "no neighbor " + address);
	}

	@Override
	public synchronized Verdict lookup(Query query) {
		requireRunning();
		return lookupIn(query.vrf()).verdict(query);
	}

	private FakeLookup lookupIn(int vrf) {
		return new FakeLookup(vrfs.fib(vrf), nexthops, interfaces, neighbors, defaultRouteCounts);
	}

	@Override
	public synchronized FibDigests fibDigests(int vrf, Family family) {
		requireRunning();
		return audit.digests(vrfs.fib(vrf), family);
	}

	@Override
	public synchronized int[] fibGenerations(int vrf, Family family) {
		requireRunning();
		return vrfs.fib(vrf).generations(family);
	}

	@Override
	public synchronized RouteBatch fibRoutes(int vrf, Family family, int slice) {
		requireRunning();
		return vrfs.fib(vrf).slice(family, slice);
	}

	@Override
	public synchronized FibCheck verifyFib(int vrf, Family family, int part, int count) {
		requireRunning();
		require(part >= 0 && count >= 0 && part + count <= FibCheck.PARTS, Reason.INVALID, "parts");
		return vrf == 0 && family == Family.IPV4 && part == 0 ? audit.takeCheck() : FibCheck.NOTHING;
	}

	final void requireRunning() {
		require(running, Reason.NOT_RUNNING, "the data plane does not run");
	}

	private void refuse() {
		if (refusal != null) {
			DataplaneException now = refusal;
			refusal = null;
			throw now;
		}
	}

	static void require(boolean holds, Reason reason, String otherwise) {
		if (!holds) {
			throw new DataplaneException(reason, otherwise);
		}
	}
}
