package io.signalbox.net;

/** {@code struct sbx_interface_address}: an own address and the length of the prefix it stands in. */
public record InterfaceAddress(IpAddress address, int length) {
	public InterfaceAddress {
		if (length < 0 || length > address.family().bits()) {
			throw new IllegalArgumentException(
					"prefix length " + length + " of " + address + " is not within 0 to " + address.family().bits());
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
