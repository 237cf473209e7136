package io.signalbox.rib;

/**
 * What a change to the RIB came to, once it forwards. Counted in routes of its source, not in FIB writes.
 *
 * @param generation the FIB's, with the change in it
 */
public record Commit(int added, int changed, int removed, int unchanged, long generation) {
	/** True when the RIB is as it was before. */
	public boolean isEmpty() {
		return added == 0 && changed == 0 && removed == 0;
	}
}
