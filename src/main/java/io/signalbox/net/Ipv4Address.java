package io.signalbox.net;

/** An IPv4 address; {@code bits} holds it with the first octet uppermost. */
public record Ipv4Address(int bits) implements IpAddress {
	@Override
	public Family family() {
		return Family.IPV4;
	}

	/** See {@link IpAddress#parse}. */
	public static Ipv4Address parse(String text) {
		int bits = 0;
		int at = 0;
		for (int octet = 0; octet < 4; octet++) {
			int start = at;
			int value = 0;
			while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9' && at - start < 3) {
				value = value * 10 + text.charAt(at++) - '0';
			}
			boolean leadingZero = at - start > 1 && text.charAt(start) == '0';
			if (at == start || leadingZero || value > 255) {
				throw invalid(text);
			}
			bits = bits << 8 | value;
			boolean last = octet == 3;
			if (last ? at != text.length() : at >= text.length() || text.charAt(at++) != '.') {
				throw invalid(text);
			}
		}
		return new Ipv4Address(bits);
	}

	private static IllegalArgumentException invalid(String text) {
		return new IllegalArgumentException(
				Shown.quoted(text) + " is not an IPv4 address: four numbers 0 to 255 with dots between, no leading zeros");
	}

	@Override
	public String toString() {
		return (bits >>> 24) + "." + (bits >>> 16 & 255) + "." + (bits >>> 8 & 255) + "." + (bits & 255);
	}
}
