package io.signalbox.net;

/** An IPv6 address; {@code high} holds its first eight octets, {@code low} the rest. */
public record Ipv6Address(long high, long low) implements IpAddress {
	@Override
	public Family family() {
		return Family.IPV6;
	}

	/** RFC 4291 2.5.6: within fe80::/10. */
	public boolean isLinkLocal() {
		return high >>> 54 == 0xfe80 >>> 6;
	}

	/** The 16-bit group {@code at}, 0 to 7. */
	int group(int at) {
		long half = at < 4 ? high : low;
		return (int) (half >>> (48 - 16 * (at & 3))) & 0xffff;
	}

	/** See {@link IpAddress#parse}. Groups of one to four digits, one {@code ::}, an IPv4 tail allowed, no zone. */
	public static Ipv6Address parse(String text) {
		int gap = text.indexOf("::");
		if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
			throw invalid(text);
		}
		int[] groups = new int[8];
		if (gap < 0) {
			if (readGroups(text, text, groups) != 8) {
				throw invalid(text);
			}
		} else {
			int[] tail = new int[8];
			int before = readGroups(text, text.substring(0, gap), groups);
			int after = readGroups(text, text.substring(gap + 2), tail);
			if (before + after > 7) {
				throw invalid(text);
			}
			System.arraycopy(tail, 0, groups, 8 - after, after);
		}
		long high = 0;
		long low = 0;
		for (int at = 0; at < 4; at++) {
			high = high << 16 | groups[at];
			low = low << 16 | groups[at + 4];
		}
		return new Ipv6Address(high, low);
	}

	/** Reads colon-separated groups from {@code part}; returns how many there were. */
	private static int readGroups(String whole, String part, int[] groups) {
		if (part.isEmpty()) {
			return 0;
		}
		int count = 0;
		int at = 0;
		while (true) {
			int end = part.indexOf(':', at);
			String group = part.substring(at, end < 0 ? part.length() : end);
			if (end < 0 && group.indexOf('.') >= 0 && count <= 6) {
				int tail = Ipv4Address.parse(group).bits();
				groups[count++] = tail >>> 16;
				groups[count++] = tail & 0xffff;
				return count;
			}
			if (count == 8) {
				throw invalid(whole);
			}
			groups[count++] = readGroup(whole, group);
			if (end < 0) {
				return count;
			}
			at = end + 1;
		}
	}

	private static int readGroup(String whole, String group) {
		if (group.isEmpty() || group.length() > 4) {
			throw invalid(whole);
		}
		int value = 0;
		for (int at = 0; at < group.length(); at++) {
			char digit = group.charAt(at);
			int nibble = digit < 128 ? Character.digit(digit, 16) : -1;
			if (nibble < 0) {
				throw invalid(whole);
			}
			value = value << 4 | nibble;
		}
		return value;
	}

	private static IllegalArgumentException invalid(String text) {
		return new IllegalArgumentException(Shown.quoted(text) + " is not an IPv6 address (RFC 4291 2.2, without a zone)");
	}

	/** RFC 5952: lower case, no leading zeros, the longest run of zero groups (two or more, the first) as {@code ::}. */
	@Override
	public String toString() {
		int gapStart = -1;
		int gapLength = 1;
		for (int at = 0; at < 8; at++) {
			int run = at;
			while (run < 8 && group(run) == 0) {
				run++;
			}
			if (run - at > gapLength) {
				gapStart = at;
				gapLength = run - at;
			}
			at = Math.max(at, run - 1);
		}
		StringBuilder text = new StringBuilder(39);
		for (int at = 0; at < 8; at++) {
			if (at == gapStart) {
				text.append("::");
				at += gapLength - 1;
			} else {
				if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
					text.append(':');
				}
				text.append(Integer.toHexString(group(at)));
			}
		}
		return text.toString();
	}
}
