package io.signalbox.dataplane.ffm;

import io.signalbox.dataplane.CacheCheck;
import io.signalbox.dataplane.CacheEntry;
import io.signalbox.dataplane.CacheSettings;
import io.signalbox.dataplane.CacheState;
import io.signalbox.dataplane.Counters;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.dataplane.EalState;
import io.signalbox.dataplane.FibCheck;
import io.signalbox.dataplane.FibDigests;
import io.signalbox.dataplane.FibState;
import io.signalbox.dataplane.InterfaceSpec;
import io.signalbox.dataplane.InterfaceState;
import io.signalbox.dataplane.NeighborState;
import io.signalbox.dataplane.NexthopMemberState;
import io.signalbox.dataplane.NexthopSpec;
import io.signalbox.dataplane.NexthopState;
import io.signalbox.dataplane.Query;
import io.signalbox.dataplane.RouteBatch;
import io.signalbox.dataplane.RoutesResult;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.dataplane.SystemState;
import io.signalbox.dataplane.Verdict;
import io.signalbox.net.Family;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.List;

/**
 * The data plane in {@code libsignalbox.so}. It keeps no state of its own: EAL outlives class loaders, so what is up is
 * asked of the library each time.
 */
public final class NativeDataplane implements Dataplane {
	/** Opens the library and compares both sides' structs; throws {@link DataplaneException} where they do not fit. */
	public NativeDataplane() {
		try {
			Abi.check();
		} catch (ExceptionInInitializerError failed) {
			throw Library.rethrown(failed.getCause());
		}
	}

	@Override
	public EalState ealState() {
		return EalCalls.state();
	}

	@Override
	public void startEal(List<String> arguments) {
		EalCalls.start(arguments);
	}

	@Override
	public void stopEal() {
		EalCalls.stop();
	}

	@Override
	public void start(DataplaneOptions options) {
		SystemCalls.start(options);
	}

	@Override
	public void stop() {
		SystemCalls.stop();
	}

	@Override
	public SystemState system() {
		return SystemCalls.describe();
	}

	@Override
	public int addInterface(InterfaceSpec spec) {
		return InterfaceCalls.add(spec);
	}

	@Override
	public void removeInterface(int id) {
		InterfaceCalls.remove(id);
	}

	@Override
	public void setMtu(int id, int mtu) {
		InterfaceCalls.setMtu(id, mtu);
	}

	@Override
	public void setAdminUp(int id, boolean up) {
		InterfaceCalls.setAdminUp(id, up);
	}

	@Override
	public void setRpFilter(int id, RpFilter mode) {
		InterfaceCalls.setRpFilter(id, mode);
	}

	@Override
	public void setDefaultRouteCounts(boolean counts) {
		InterfaceCalls.setDefaultRouteCounts(counts);
	}

	@Override
	public void setAddresses(int id, List<InterfaceAddress> addresses) {
		InterfaceCalls.setAddresses(id, addresses);
	}

	@Override
	public InterfaceState describeInterface(int id) {
		return InterfaceCalls.describe(id);
	}

	@Override
	public void addVrf(int vrf) {
		VrfCalls.add(vrf);
	}

	@Override
	public void removeVrf(int vrf) {
		VrfCalls.remove(vrf);
	}

	@Override
	public void applyNexthops(List<NexthopSpec> nexthops) {
		NexthopCalls.apply(nexthops);
	}

	@Override
	public List<NexthopState> describeNexthops(int[] ids) {
		return NexthopCalls.describe(ids);
	}

	@Override
	public List<NexthopMemberState> nexthopMembers(int id) {
		return NexthopCalls.members(id);
	}

	@Override
	public RoutesResult applyRoutes(int vrf, RouteBatch batch) {
		return RouteCalls.apply(vrf, batch);
	}

	@Override
	public FibState describeFib(int vrf, Family family) {
		return RouteCalls.describe(vrf, family);
	}

	@Override
	public List<NeighborState> neighbors() {
		return NeighborCalls.list();
	}

	@Override
	public void setNeighbor(int interfaceId, IpAddress address, MacAddress mac) {
		NeighborCalls.set(interfaceId, address, mac);
	}

	@Override
	public void deleteNeighbor(int interfaceId, IpAddress address) {
		NeighborCalls.delete(interfaceId, address);
	}

	@Override
	public Verdict lookup(Query query) {
		return LookupCall.lookup(query);
	}

	@Override
	public void setCache(CacheSettings settings) {
		CacheCalls.set(settings);
	}

	@Override
	public CacheSettings cache() {
		return CacheCalls.get();
	}

	@Override
	public void flushCache() {
		CacheCalls.flush();
	}

	@Override
	public List<CacheState> cacheStates() {
		return CacheCalls.describe();
	}

	@Override
	public List<CacheEntry> cacheEntries(int worker, int max) {
		return CacheCalls.entries(worker, max);
	}

	@Override
	public FibDigests fibDigests(int vrf, Family family) {
		return AuditCalls.digests(vrf, family);
	}

	@Override
	public int[] fibGenerations(int vrf, Family family) {
		return AuditCalls.generations(vrf, family);
	}

	@Override
	public RouteBatch fibRoutes(int vrf, Family family, int slice) {
		return AuditCalls.routes(vrf, family, slice);
	}

	@Override
	public FibCheck verifyFib(int vrf, Family family, int part, int count) {
		return AuditCalls.verify(vrf, family, part, count);
	}

	@Override
	public CacheCheck verifyCache() {
		return AuditCalls.verifyCache();
	}

	@Override
	public Counters counters() {
		return SegmentCounters.at(CounterCalls.segment());
	}
}
