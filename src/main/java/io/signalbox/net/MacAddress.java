package io.signalbox.net;

import java.util.HexFormat;

/** A 48-bit MAC address; {@code bits} holds it with the first octet uppermost (bits 47 to 40). */
public record MacAddress(long bits) {
	private static final HexFormat COLONS = HexFormat.ofDelimiter(":");

	public MacAddress {
		if (bits >>> 48 != 0) {
			throw new IllegalArgumentException("a MAC address has 48 bits");
		}
	}

	/**
	 * Reads six pairs of hexadecimal digits with colons between.
	 *
	 * @throws IllegalArgumentException when the text is anything else
	 */
	public static MacAddress parse(String text) {
		byte[] bytes;
		try {
			bytes = COLONS.parseHex(text);
		} catch (IllegalArgumentException notHex) {
			throw invalid(text, notHex);
		}
		if (bytes.length != 6) {
			throw invalid(text, null);
		}
		long bits = 0;
		for (byte octet : bytes) {
			bits = (bits << 8) | (octet & 0xff);
		}
		return new MacAddress(bits);
	}

	private static IllegalArgumentException invalid(String text, IllegalArgumentException cause) {
		return new IllegalArgumentException(
				Shown.quoted(text) + " is not a MAC address: six pairs of hexadecimal digits with colons between", cause);
	}

	@Override
	public String toString() {
		String hex = HexFormat.of().toHexDigits(bits, 12);
		StringBuilder text = new StringBuilder(17);
		for (int at = 0; at < 12; at += 2) {
			text.append(at == 0 ? "" : ":").append(hex, at, at + 2);
		}
		return text.toString();
	}
}
