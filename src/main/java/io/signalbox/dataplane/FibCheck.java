package io.signalbox.dataplane;

/**
 * {@code struct sbx_fib_check}: what packets see held against what the FIB was told.
 *
 * @param longestHoldNanos how long a batch of routes would have waited at most
 * @param wrongSlots answers of the root, or groups below it, that were wrong
 * @param sharedGroups of those: because a group was named twice
 * @param healed wrong slots that are right now
 * @param unhealed wrong slots that stay so, for want of room
 */
public record FibCheck(
		long slots,
		long groups,
		long prefixes,
		long longestHoldNanos,
		int wrongSlots,
		int sharedGroups,
		int leakedGroups,
		int healed,
		int unhealed) {
	/** {@code SBX_FIB_PARTS}. */
	public static final int PARTS = 8192;

	public static final FibCheck NOTHING = new FibCheck(0, 0, 0, 0, 0, 0, 0, 0, 0);

	/** Of both. */
	public FibCheck and(FibCheck other) {
		return new FibCheck(
				slots + other.slots,
				groups + other.groups,
				prefixes + other.prefixes,
				Math.max(longestHoldNanos, other.longestHoldNanos),
				wrongSlots + other.wrongSlots,
				sharedGroups + other.sharedGroups,
				leakedGroups + other.leakedGroups,
				healed + other.healed,
				unhealed + other.unhealed);
	}
}
