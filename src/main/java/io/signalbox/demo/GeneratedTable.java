package io.signalbox.demo;

import io.signalbox.net.Family;
import io.signalbox.net.Ipv4Prefix;
import io.signalbox.net.Ipv6Prefix;
import io.signalbox.net.Prefix;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A full table made up from nothing but its size, the same on every run: distinct canonical prefixes in address order,
 * with the length mix, the nesting and the runs of neighbors of a real feed, none of them in a special-purpose block
 * (RFC 6890), so that it hides no address of the demo.
 */
final class GeneratedTable {
	private static final List<Prefix> SPECIAL = prefixes(
			"10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
			"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
			"198.51.100.0/24", "203.0.113.0/24", "2001::/23", "2001:db8::/32", "2002::/16");
	private static final List<Prefix> IPV6_BLOCKS = prefixes(
			"2001::/16", "2400::/12", "2600::/12", "2800::/12", "2a00::/11", "2c00::/12");

	/** Of 100 prefixes, how many follow the one before directly. IPv6 providers announce long runs of neighbors. */
	private static final int RUNS4 = 30;
	private static final int RUNS6 = 75;
	/** Of 100 IPv4 prefixes, how many lie inside a shorter one. IPv6: all that are longer than an allocation. */
	private static final int NESTED4 = 40;
	private static final int ALLOCATION6 = 32;

	private final Family family;
	private final long[] specialBits;
	private final int[] specialLengths;
	private final long[] keys;
	private final KeySet taken;
	private final Random64 random;
	private int size;

	private GeneratedTable(Family family, int prefixes) {
		this.family = family;
		List<Prefix> special = SPECIAL.stream().filter(prefix -> prefix.family() == family).toList();
		specialBits = special.stream().mapToLong(GeneratedTable::top).toArray();
		specialLengths = special.stream().mapToInt(Prefix::length).toArray();
		keys = new long[prefixes];
		taken = new KeySet(prefixes);
		random = new Random64(family == Family.IPV4 ? 4 : 6);
	}

	/** The table's prefixes in address order, a shorter one before those inside it. */
	static Prefix[] of(Family family, int prefixes) {
		GeneratedTable table = new GeneratedTable(family, prefixes);
		LengthMix mix = family == Family.IPV4 ? LengthMix.IPV4 : LengthMix.IPV6;
		for (LengthMix.Share share : mix.scaled(prefixes).shares()) {
			table.grow(share.length(), share.prefixes());
		}
		return table.sorted();
	}

	/** Adds {@code count} prefixes of one length; those before, all shorter, may cover them. */
	private void grow(int length, int count) {
		int shorter = size;
		long previous = 0;
		for (int end = size + count; size < end; ) {
			long bits = draw(length, shorter, previous) & mask(length);
			if (allowed(bits, length) && taken.add(bits | length)) {
				keys[size++] = bits | length;
				previous = bits;
			} else {
				previous = 0;
			}
		}
	}

	private long draw(int length, int shorter, long previous) {
		boolean ipv4 = family == Family.IPV4;
		int kind = random.below(100);
		if (kind < (ipv4 ? RUNS4 : RUNS6) && previous != 0) {
			return previous + (1L << (64 - length));
		}
		if (shorter > 0 && (ipv4 ? kind < RUNS4 + NESTED4 : length > ALLOCATION6)) {
			long cover = keys[random.below(shorter)];
			int coverLength = (int) (cover & 0xff);
			return (cover & mask(coverLength)) | (random.next() >>> coverLength);
		}
		if (ipv4) {
			return random.next();
		}
		Prefix block = IPV6_BLOCKS.get(random.below(IPV6_BLOCKS.size()));
		return top(block) | (random.next() >>> block.length());
	}

	/** IPv4: a unicast first octet. Both: apart from every special-purpose block, neither inside nor around it. */
	private boolean allowed(long bits, int length) {
		long octet = bits >>> 56;
		if (family == Family.IPV4 && (octet < 1 || octet > 223)) {
			return false;
		}
		for (int at = 0; at < specialBits.length; at++) {
			if (((bits ^ specialBits[at]) & mask(Math.min(length, specialLengths[at]))) == 0) {
				return false;
			}
		}
		return true;
	}

	private Prefix[] sorted() {
		// Addresses compare as unsigned numbers.
		long[] ordered = Arrays.stream(keys).map(key -> key ^ Long.MIN_VALUE).sorted().toArray();
		return Arrays.stream(ordered).mapToObj(key -> prefix(key ^ Long.MIN_VALUE)).toArray(Prefix[]::new);
	}

	/** A key is the prefix's first 56 bits and its length in the last eight; none is longer than /56. */
	private Prefix prefix(long key) {
		int length = (int) (key & 0xff);
		return family == Family.IPV4
				? new Ipv4Prefix((int) (key >>> 32), length)
				: new Ipv6Prefix(key & mask(length), 0, length);
	}

	private static long top(Prefix prefix) {
		return switch (prefix) {
			case Ipv4Prefix ipv4 -> (long) ipv4.bits() << 32;
			case Ipv6Prefix ipv6 -> ipv6.high();
		};
	}

	private static long mask(int length) {
		return length == 0 ? 0 : -1L << (64 - length);
	}

	private static List<Prefix> prefixes(String... texts) {
		return Stream.of(texts).map(Prefix::parse).toList();
	}
}
