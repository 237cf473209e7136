package io.signalbox.net;

/** A canonical IPv4 prefix; {@code bits} as in {@link Ipv4Address}. */
public record Ipv4Prefix(int bits, int length) implements Prefix {
	public Ipv4Prefix {
		if (length < 0 || length > 32 || (bits & ~mask(length)) != 0) {
			throw new IllegalArgumentException(new Ipv4Address(bits) + "/" + length + " is not a canonical IPv4 prefix");
		}
	}

	/** The network mask of a length, 0 to 32. */
	public static int mask(int length) {
		return length == 0 ? 0 : -1 << (32 - length);
	}

	@Override
	public Family family() {
		return Family.IPV4;
	}

	@Override
	public Ipv4Address address() {
		return new Ipv4Address(bits);
	}

	@Override
	public boolean contains(IpAddress address) {
		return address instanceof Ipv4Address ipv4 && (ipv4.bits() & mask(length)) == bits;
	}

	@Override
	public String toString() {
		return address() + "/" + length;
	}
}
