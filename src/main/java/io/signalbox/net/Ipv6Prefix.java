package io.signalbox.net;

/** A canonical IPv6 prefix; {@code high, low} as in {@link Ipv6Address}. */
public record Ipv6Prefix(long high, long low, int length) implements Prefix {
	public Ipv6Prefix {
		if (length < 0 || length > 128 || (high & ~highMask(length)) != 0 || (low & ~lowMask(length)) != 0) {
			throw new IllegalArgumentException(
					new Ipv6Address(high, low) + "/" + length + " is not a canonical IPv6 prefix");
		}
	}

	/** The first 64 bits of the mask of a length, 0 to 128. */
	public static long highMask(int length) {
		return length == 0 ? 0 : length >= 64 ? -1 : -1L << (64 - length);
	}

	/** The last 64 bits of the mask of a length, 0 to 128. */
	public static long lowMask(int length) {
		return length <= 64 ? 0 : -1L << (128 - length);
	}

	@Override
	public Family family() {
		return Family.IPV6;
	}

	@Override
	public Ipv6Address address() {
		return new Ipv6Address(high, low);
	}

	@Override
	public boolean contains(IpAddress address) {
		return address instanceof Ipv6Address ipv6
				&& (ipv6.high() & highMask(length)) == high
				&& (ipv6.low() & lowMask(length)) == low;
	}

	@Override
	public String toString() {
		return address() + "/" + length;
	}
}
