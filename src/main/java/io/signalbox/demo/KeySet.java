package io.signalbox.demo;

/** Remembers numbers other than 0, at most as many as said at first. Open addressing, a third full at most. */
final class KeySet {
	private final long[] slots;

	KeySet(int most) {
		slots = new long[Integer.highestOneBit(Math.max(most, 1)) * 4];
	}

	/** Returns whether {@code key} is new. */
	boolean add(long key) {
		int at = (int) (Random64.mix(key) & (slots.length - 1));
		while (slots[at] != 0) {
			if (slots[at] == key) {
				return false;
			}
			at = (at + 1) & (slots.length - 1);
		}
		slots[at] = key;
		return true;
	}
}
