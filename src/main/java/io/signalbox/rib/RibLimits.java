package io.signalbox.rib;

/**
 * The most that a RIB takes; what would be more is refused whole, with {@link RibFullException}.
 *
 * @param nexthops ids that the listener can take: 1 to {@code nexthops - 1}
 * @param routes of all sources in all VRFs, active or not
 */
public record RibLimits(int nexthops, int routes) {
	/** As many routes as memory holds. */
	public RibLimits(int nexthops) {
		this(nexthops, Integer.MAX_VALUE);
	}
}
