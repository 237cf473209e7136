package io.signalbox.rib;

/**
 * The digest of a family's routes as the data plane takes it too ({@code control/fib_digest.h}; both are tested with the
 * same vectors): for each slice of addresses the sum of its routes' mixes, so that their order does not matter.
 */
public final class FibDigest {
	/** {@code FIB_SLICES} of {@code shared/fib.h}. A prefix is in the slice of its first address. */
	public static final int SLICES = 4096;

	private FibDigest() {}

	/** A route of 64 bits; addresses packed as in {@link io.signalbox.route.Packed}. */
	public static long mix(long high, long low, int length, int nexthop) {
		long mixed = high * 0x9E3779B97F4A7C15L
				^ Long.rotateLeft(low, 32) * 0xC2B2AE3D27D4EB4FL
				^ ((long) length << 32 | nexthop);
		mixed = (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L;
		return mixed ^ mixed >>> 32;
	}

	/** IPv4: the first 12 bits; IPv6: bits 4 to 15, folded with bits 16 to 27. */
	public static int slice(boolean ipv6, long high) {
		int first = (int) (high >>> 32);
		return ipv6 ? (first >>> 16 ^ first >>> 4) & SLICES - 1 : first >>> 20;
	}
}
