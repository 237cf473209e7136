package io.signalbox.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * How a full table's prefixes spread over prefix lengths, shortest first: those of a Tier-1 feed of 901,899 IPv4 and
 * 160,147 IPv6 prefixes, the tails rounded.
 */
record LengthMix(List<Share> shares) {
	/** So many prefixes of one length. */
	record Share(int length, int prefixes) {
	}

	static final LengthMix IPV4 = of(
			8, 16, 9, 13, 10, 38, 11, 103, 12, 299, 13, 581, 14, 1_203, 15, 2_100, 16, 13_490, 17, 8_235, 18, 13_798,
			19, 24_870, 20, 42_611, 21, 50_750, 22, 98_623, 23, 94_510, 24, 558_698, 25, 40, 28, 35, 32, 886);
	static final LengthMix IPV6 = of(
			20, 16, 24, 70, 28, 250, 29, 4_371, 30, 650, 31, 284, 32, 16_548, 33, 2_926, 34, 2_603, 35, 1_043, 36, 5_996,
			38, 3_000, 40, 14_918, 42, 3_100, 44, 14_365, 46, 4_100, 47, 3_153, 48, 83_488, 56, 60);

	private static LengthMix of(int... lengthsAndPrefixes) {
		List<Share> shares = new ArrayList<>();
		for (int at = 0; at < lengthsAndPrefixes.length; at += 2) {
			shares.add(new Share(lengthsAndPrefixes[at], lengthsAndPrefixes[at + 1]));
		}
		return new LengthMix(List.copyOf(shares));
	}

	/** The same mix for a table of another size; the shares add up to it. */
	LengthMix scaled(int table) {
		long total = shares.stream().mapToLong(Share::prefixes).sum();
		List<Share> scaled = new ArrayList<>();
		long seen = 0;
		int given = 0;
		for (Share share : shares) {
			seen += share.prefixes();
			int prefixes = (int) (seen * table / total) - given;
			given += prefixes;
			scaled.add(new Share(share.length(), prefixes));
		}
		return new LengthMix(List.copyOf(scaled));
	}
}
