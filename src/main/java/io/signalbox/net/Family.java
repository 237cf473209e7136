package io.signalbox.net;

/** The two address families; {@link #number()} is also their value on the data plane's side. */
public enum Family {
	IPV4(4, 32),
	IPV6(6, 128);

	private final int number;
	private final int bits;

	Family(int number, int bits) {
		this.number = number;
		this.bits = bits;
	}

	public int number() {
		return number;
	}

	/** Length of an address in bits: the longest prefix length. */
	public int bits() {
		return bits;
	}
}
