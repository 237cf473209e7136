package io.signalbox.demo;

/** SplitMix64 (Steele, Lea, Flood 2014): the same numbers for the same seed, on every Java version. */
final class Random64 {
	private long state;

	Random64(long seed) {
		state = seed;
	}

	long next() {
		state += 0x9e3779b97f4a7c15L;
		return mix(state);
	}

	/** 0 to {@code bound} - 1. */
	int below(int bound) {
		return (int) Math.unsignedMultiplyHigh(next(), bound);
	}

	static long mix(long bits) {
		long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
		mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
		return mixed ^ (mixed >>> 31);
	}
}
