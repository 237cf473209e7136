package io.signalbox.dataplane;

import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.net.Family;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import io.signalbox.net.Prefix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The data plane as its contract has it, in memory and without packets: what {@code signalbox.h} refuses is refused
 * here, all or nothing, and lookups go through a naive table. The device {@code net_null99} does not exist.
 */
public final class FakeDataplane implements Dataplane {
	private final FakeVrfs vrfs = new FakeVrfs();
	private final FakeCounters counters = new FakeCounters();
	private final FakeAudit audit = new FakeAudit();
	private final FakeCache cache = new FakeCache();
	private final FakeInterfaces interfaces = new FakeInterfaces();
	private final FakeNexthops nexthops = new FakeNexthops();
	private final Map<String, NeighborState> neighbors = new TreeMap<>();
	private DataplaneOptions options = DataplaneOptions.defaults();
	private EalState eal = EalState.NEW;
	private boolean running;
	private DataplaneException refusal;
	private boolean defaultRouteCounts = true;

	/** One that runs already. */
	public static FakeDataplane running() {
		FakeDataplane fake = new FakeDataplane();
		fake.startEal(List.of());
		fake.start(DataplaneOptions.defaults());
		return fake;
	}

	/** Refuses every later change of routes that would add to the FIB beyond this many of a family. */
	public void limitRoutes(int most) {
		limitRoutes(most, 0);
	}

	/** The same of another VRF than the default. */
	public synchronized void limitRoutes(int most, int vrf) {
		vrfs.fib(vrf).limit(most);
	}

	/** Refuses the next change of nexthops or routes for this reason. */
	public synchronized void refuseNext(Reason reason) {
		refusal = new DataplaneException(reason, "refused on purpose");
	}

	/** Refuses, or no longer refuses, batches that delete a nexthop. */
	public synchronized void refuseNexthopDeletes(boolean refuse) {
		nexthops.refuseDeletes(refuse);
	}

	/** Refuses every later change of rp_filter on this interface. */
	public synchronized void refuseRpFilterOf(int id) {
		interfaces.refuseRpFilterOf(id);
	}

	public synchronized boolean defaultRouteCounts() {
		return defaultRouteCounts;
	}

	/** How many batches of routes it took. */
	public synchronized int routeBatches() {
		return vrfs.fib(0).batches();
	}

	/** How many records those batches held. */
	public synchronized long routeRecords() {
		return vrfs.fib(0).records();
	}

	public synchronized int nexthopBatches() {
		return nexthops.batches();
	}

	/** The FIB of VRF 0: prefix text to nexthop id. */
	public synchronized Map<String, Integer> routes() {
		return routes(0);
	}

	public synchronized Map<String, Integer> routes(int vrf) {
		return vrfs.fib(vrf).routes();
	}

	/** The numbers of the VRFs that are there. */
	public synchronized Set<Integer> vrfs() {
		return vrfs.numbers();
	}

	/** The nexthops by id. */
	public synchronized Map<Integer, NexthopSpec> nexthops() {
		return nexthops.all();
	}

	/** Takes an interface's link away or gives it back. */
	public synchronized void setLink(int id, boolean up) {
		interfaces.setLink(id, up);
	}

	public synchronized List<InterfaceAddress> addresses(int id) {
		return interfaces.addresses(id);
	}

	/** What an audit is to find that no table of a fake can hold. */
	public FakeAudit fakeAudit() {
		return audit;
	}

	/** Damages the FIB of VRF 0 unseen: the prefix has another nexthop, or none for 0. */
	public synchronized void damageRoute(String prefix, int nexthop) {
		vrfs.fib(0).damage(Prefix.parse(prefix), nexthop);
	}

	/** Damages nexthops unseen: this one instead of what the id had; type NONE: it is gone. */
	public synchronized void damageNexthop(NexthopSpec spec) {
		nexthops.damage(spec);
	}

	/** Sets a counter of the fake {@link Counters}. */
	public FakeCounters fakeCounters() {
		return counters;
	}

	public FakeCache fakeCache() {
		return cache;
	}

	@Override
	public synchronized EalState ealState() {
		return eal;
	}

	@Override
	public synchronized void startEal(List<String> arguments) {
		require(eal == EalState.NEW, Reason.CONFLICT, "EAL starts once a process");
		eal = EalState.UP;
	}

	@Override
	public synchronized void stopEal() {
		eal = EalState.STOPPED;
	}

	@Override
	public synchronized void start(DataplaneOptions given) {
		require(eal == EalState.UP, Reason.NOT_RUNNING, "EAL is not up");
		require(!running, Reason.CONFLICT, "it runs already");
		options = given;
		running = true;
	}

	@Override
	public synchronized void stop() {
		running = false;
		interfaces.clear();
		nexthops.clear();
		neighbors.clear();
		vrfs.clear();
	}

	@Override
	public synchronized SystemState system() {
		return new SystemState(
				running, List.of(new SystemState.WorkerState(1, 1)), false, 4, 65_536, 65_000, 1 << 28, "DPDK fake");
	}

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
	public void setCache(CacheSettings settings) {
		cache.set(settings);
	}

	@Override
	public CacheSettings cache() {
		return cache.settings();
	}

	@Override
	public void flushCache() {
		cache.flush();
	}

	@Override
	public List<CacheState> cacheStates() {
		return cache.states();
	}

	@Override
	public List<CacheEntry> cacheEntries(int worker, int max) {
		require(worker == 0, Reason.NOT_FOUND, "no worker " + worker);
		return cache.entries(max);
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

	@Override
	public synchronized CacheCheck verifyCache() {
		requireRunning();
		return audit.takeCacheCheck();
	}

	@Override
	public Counters counters() {
		return counters;
	}

	private void requireRunning() {
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
