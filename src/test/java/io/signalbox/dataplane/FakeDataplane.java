package io.signalbox.dataplane;

import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.Prefix;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The data plane as its contract has it, in memory and without packets: what {@code signalbox.h} refuses is refused
 * here, all or nothing, and lookups go through a naive table. The device {@code net_null99} does not exist.
 */
public final class FakeDataplane extends FakeForwarding {
	private final FakeCounters counters = new FakeCounters();
	private final FakeCache cache = new FakeCache();
	private EalState eal = EalState.NEW;

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
	public synchronized CacheCheck verifyCache() {
		requireRunning();
		return audit.takeCacheCheck();
	}

	@Override
	public Counters counters() {
		return counters;
	}
}
