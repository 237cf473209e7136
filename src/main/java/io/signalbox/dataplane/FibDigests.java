package io.signalbox.dataplane;

/**
 * What {@code sbx_fib_digests} says of the routes that the FIB was told, slice by slice. A slice's digest is that of one
 * moment if its generation still is the same afterwards.
 */
public final class FibDigests {
	/** {@code SBX_FIB_SLICES}. */
	public static final int SLICES = 4096;

	private final long[] digests;
	private final int[] generations;
	private final long dropped;

	public FibDigests(long[] digests, int[] generations, long dropped) {
		this.digests = digests.clone();
		this.generations = generations.clone();
		this.dropped = dropped;
	}

	public long digest(int slice) {
		return digests[slice];
	}

	/** As it was before the slice was read. */
	public int generation(int slice) {
		return generations[slice];
	}

	/** Damaged records that were dropped: their routes are missing now. */
	public long dropped() {
		return dropped;
	}
}
