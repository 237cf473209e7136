package io.signalbox.net;

/** An address and length whose host bits are set; {@link #canonical()} is what was probably meant. */
public final class NonCanonicalPrefixException extends IllegalArgumentException {
	private static final long serialVersionUID = 1L;

	private final transient Prefix canonical;

	NonCanonicalPrefixException(IpAddress given, Prefix canonical) {
		super(given + "/" + canonical.length() + " has host bits set: the prefix is " + canonical);
		this.canonical = canonical;
	}

	public Prefix canonical() {
		return canonical;
	}
}
