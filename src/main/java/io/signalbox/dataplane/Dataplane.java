package io.signalbox.dataplane;

import io.signalbox.net.Family;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import io.signalbox.net.MacAddress;
import java.util.List;

/**
 * The data plane as the control plane knows it: one call a batch, no call a packet or a route.
 *
 * <p>Any thread may call any method; the native side locks. Each method mirrors the function of
 * {@code signalbox.h} that its comment names, where limits, waits and errors are written.
 *
 * <p>A call that the data plane refuses throws {@link DataplaneException} and has changed nothing.
 */
public interface Dataplane {
	/** {@code sbx_eal_state}. */
	EalState ealState();

	/** {@code sbx_eal_start}; arguments as EAL takes them, without the program's name. Once a process. */
	void startEal(List<String> arguments);

	/** {@code sbx_eal_stop}. */
	void stopEal();

	/** {@code sbx_start}. */
	void start(DataplaneOptions options);

	/** {@code sbx_stop}. */
	void stop();

	/** {@code sbx_system_describe}. */
	SystemState system();

	/** {@code sbx_interface_add}; returns the new interface's id, 1 to 255. */
	int addInterface(InterfaceSpec spec);

	/** {@code sbx_interface_remove}. */
	void removeInterface(int id);

	/** {@code sbx_interface_set_mtu}. */
	void setMtu(int id, int mtu);

	/** {@code sbx_interface_set_admin}. */
	void setAdminUp(int id, boolean up);

	/** {@code sbx_interface_set_addresses}: replaces the set of own addresses. */
	void setAddresses(int id, List<InterfaceAddress> addresses);

	/** {@code sbx_interface_set_rp_filter}. */
	void setRpFilter(int id, RpFilter mode);

	/** {@code sbx_rp_filter_set_default_route}: whether sources that only a default route covers pass. */
	void setDefaultRouteCounts(boolean counts);

	/** {@code sbx_interface_describe}. */
	InterfaceState describeInterface(int id);

	/** {@code sbx_vrf_add}: an empty FIB for a VRF from 1 to 63; VRF 0 is always there. */
	void addVrf(int vrf);

	/** {@code sbx_vrf_remove}: no interface may be in it. */
	void removeVrf(int vrf);

	/** {@code sbx_nexthops_apply}: all or nothing. */
	void applyNexthops(List<NexthopSpec> nexthops);

	/** {@code sbx_nexthops_describe}. */
	List<NexthopState> describeNexthops(int[] ids);

	/** {@code sbx_nexthop_members}: none for a nexthop that is no group. */
	List<NexthopMemberState> nexthopMembers(int id);

	/** {@code sbx_routes_apply}: all or nothing; on return the batch forwards. */
	RoutesResult applyRoutes(int vrf, RouteBatch batch);

	/** {@code sbx_fib_describe}. */
	FibState describeFib(int vrf, Family family);

	/** {@code sbx_neighbors_list}. */
	List<NeighborState> neighbors();

	/** {@code sbx_neighbor_set}: a static neighbor. */
	void setNeighbor(int interfaceId, IpAddress address, MacAddress mac);

	/** {@code sbx_neighbor_delete}. */
	void deleteNeighbor(int interfaceId, IpAddress address);

	/** {@code sbx_lookup}. */
	Verdict lookup(Query query);

	/** {@code sbx_cache_set}: all or nothing. */
	void setCache(CacheSettings settings);

	/** {@code sbx_cache_get}. */
	CacheSettings cache();

	/** {@code sbx_cache_flush}. */
	void flushCache();

	/** {@code sbx_cache_describe}: by worker, family and kind. */
	List<CacheState> cacheStates();

	/** {@code sbx_cache_entries}: at most {@code max} filled entries of a worker. */
	List<CacheEntry> cacheEntries(int worker, int max);

	/** {@code sbx_fib_digests}. */
	FibDigests fibDigests(int vrf, Family family);

	/** {@code sbx_fib_digests} without digests: each slice's generation. */
	int[] fibGenerations(int vrf, Family family);

	/** {@code sbx_fib_routes}: the routes of one slice as puts, in no order. */
	RouteBatch fibRoutes(int vrf, Family family, int slice);

	/** {@code sbx_fib_verify}: {@code count} parts from {@code part} on. */
	FibCheck verifyFib(int vrf, Family family, int part, int count);

	/** {@code sbx_cache_verify}. */
	CacheCheck verifyCache();

	/** {@code sbx_counters} and {@code sbx_counters_list}: valid between start and the end of the process. */
	Counters counters();
}
