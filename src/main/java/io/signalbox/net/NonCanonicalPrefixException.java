package io.signalbox.net;

/** An address and length whose host bits are set; {@link #canonical()} is what was probably meant. */
public final class NonCanonicalPrefixException extends IllegalArgumentException {
	private static final long serialVersionUID = 1L;

	private final transient IpAddress given;
	private final transient Prefix canonical;

	NonCanonicalPrefixException(IpAddress given, Prefix canonical) {
		super(given + "/" + canonical.length() + " has host bits set: the prefix is " + canonical);
		this.given = given;
		this.canonical = canonical;
	}

	/** The address with its host bits. */
	public IpAddress given() {
		return given;
	}

	public Prefix canonical() {
		return canonical;
	}
}
