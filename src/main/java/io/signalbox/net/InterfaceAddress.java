package io.signalbox.net;

/** {@code struct sbx_interface_address}: an own address and the length of the prefix it stands in. */
public record InterfaceAddress(IpAddress address, int length) {
	public InterfaceAddress {
		if (length < 0 || length > address.family().bits()) {
			throw new IllegalArgumentException(
					"prefix length " + length + " of " + address + " is not within 0 to " + address.family().bits());
		}
	}

	/**
	 * Reads {@code address/length}, host bits and all.
	 *
	 * @throws IllegalArgumentException when the text is anything else; the message names what is wrong
	 */
	public static InterfaceAddress parse(String text) {
		try {
			Prefix prefix = Prefix.parse(text);
			return new InterfaceAddress(prefix.address(), prefix.length());
		} catch (NonCanonicalPrefixException own) {
			return new InterfaceAddress(own.given(), own.canonical().length());
		}
	}

	/** The prefix that is connected through this address. */
	public Prefix prefix() {
		return Prefix.covering(address, length);
	}

	/**
	 * Whether that is the network's or the broadcast address of this prefix, which no station has (RFC 1122 3.2.1.3). There
	 * are none in prefixes of 31 and 32 bits (RFC 3021), and none of IPv6.
	 */
	public boolean isEdge(IpAddress other) {
		if (length >= 31 || !(other instanceof Ipv4Address ipv4) || !prefix().contains(other)) {
			return false;
		}
		int hosts = -1 >>> length;
		return (ipv4.bits() & hosts) == 0 || (ipv4.bits() & hosts) == hosts;
	}

	@Override
	public String toString() {
		return address + "/" + length;
	}
}
