package io.signalbox.net;

/** A canonical prefix: an address whose host bits are zero, and a length. */
public sealed interface Prefix permits Ipv4Prefix, Ipv6Prefix {
	Family family();

	int length();

	/** Its first address. */
	IpAddress address();

	boolean contains(IpAddress address);

	/**
	 * Reads {@code address/length}.
	 *
	 * @throws NonCanonicalPrefixException when host bits are set; it knows the canonical form
	 * @throws IllegalArgumentException when the text is no prefix at all; the message names what is wrong
	 */
	static Prefix parse(String text) {
		int slash = text.indexOf('/');
		if (slash < 0) {
			throw new IllegalArgumentException(Shown.quoted(text) + " has no prefix length: write address/length");
		}
		return of(IpAddress.parse(text.substring(0, slash)), parseLength(text, slash + 1));
	}

	/** The same of an address and a length that must fit together; see {@link #parse}. */
	static Prefix of(IpAddress address, int length) {
		Prefix canonical = covering(address, length);
		if (!canonical.address().equals(address)) {
			throw new NonCanonicalPrefixException(address, canonical);
		}
		return canonical;
	}

	/** The prefix of that length that holds the address, host bits cleared. */
	static Prefix covering(IpAddress address, int length) {
		if (length < 0 || length > address.family().bits()) {
			throw new IllegalArgumentException(
					"prefix length " + length + " of " + address + " is not within 0 to " + address.family().bits());
		}
		return switch (address) {
			case Ipv4Address ipv4 -> new Ipv4Prefix(ipv4.bits() & Ipv4Prefix.mask(length), length);
			case Ipv6Address ipv6 -> new Ipv6Prefix(
					ipv6.high() & Ipv6Prefix.highMask(length), ipv6.low() & Ipv6Prefix.lowMask(length), length);
		};
	}

	private static int parseLength(String text, int from) {
		int digits = text.length() - from;
		boolean plain = digits >= 1 && digits <= 3 && (digits == 1 || text.charAt(from) != '0');
		int length = 0;
		for (int at = from; plain && at < text.length(); at++) {
			char digit = text.charAt(at);
			plain = digit >= '0' && digit <= '9';
			length = length * 10 + digit - '0';
		}
		if (!plain) {
			throw new IllegalArgumentException(Shown.quoted(text) + " has no valid prefix length after the slash");
		}
		return length;
	}
}
