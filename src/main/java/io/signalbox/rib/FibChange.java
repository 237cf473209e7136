package io.signalbox.rib;

import java.util.ArrayList;
import java.util.List;

/**
 * What one commit changes in the forwarding tables: nexthops to set, the routes of each VRF, then nexthops to free.
 * Written by the RIB, read by its listener.
 */
public final class FibChange {
	private final List<ResolvedNexthop> nexthops = new ArrayList<>();
	private final List<ResolvedNexthop> groups = new ArrayList<>();
	private final List<FibRoutes> routes = new ArrayList<>();
	private final List<Integer> freed = new ArrayList<>();

	FibChange() {}

	void nexthop(ResolvedNexthop resolved) {
		(resolved.members().isEmpty() ? nexthops : groups).add(resolved);
	}

	void routes(FibRoutes ofVrf) {
		if (ofVrf.size() > 0) {
			routes.add(ofVrf);
		}
	}

	void freed(int id) {
		freed.add(id);
	}

	public boolean isEmpty() {
		return routes.isEmpty() && nexthops.isEmpty() && groups.isEmpty() && freed.isEmpty();
	}

	/** New and changed nexthops: set them before the routes. Groups come last, after their members. */
	public List<ResolvedNexthop> nexthops() {
		List<ResolvedNexthop> all = new ArrayList<>(nexthops);
		all.addAll(groups);
		return all;
	}

	/** The VRFs with routes that change; none of them twice. */
	public List<FibRoutes> routes() {
		return List.copyOf(routes);
	}

	/** Ids that no route and no group names after this commit: free them after the routes. */
	public List<Integer> freed() {
		return List.copyOf(freed);
	}

	/** How many routes change, in all VRFs. */
	public int size() {
		return routes.stream().mapToInt(FibRoutes::size).sum();
	}
}
