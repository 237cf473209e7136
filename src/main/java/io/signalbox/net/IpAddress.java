package io.signalbox.net;

/** An IPv4 or IPv6 address. Text form: dotted quad without leading zeros, or RFC 5952. */
public sealed interface IpAddress permits Ipv4Address, Ipv6Address {
	Family family();

	/**
	 * Reads the strict text form: four decimal numbers without leading zeros, or RFC 4291 2.2 without a zone.
	 *
	 * @throws IllegalArgumentException when the text is no address; the message names what is wrong
	 */
	static IpAddress parse(String text) {
		return text.indexOf(':') >= 0 ? Ipv6Address.parse(text) : Ipv4Address.parse(text);
	}
}
