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

	@Override
	public String toString() {
		return address + "/" + length;
	}
}
