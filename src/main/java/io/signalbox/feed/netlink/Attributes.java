package io.signalbox.feed.netlink;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.MacAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A structure and the attributes behind it ({@code struct rtattr}: length, type, value, padding to 4 bytes), one after the
 * other. Each read is checked against the attribute, and each attribute against what holds it.
 */
final class Attributes {
	static final int ALIGNMENT = 4;
	private static final int HEADER = 4;
	/** NLA_F_NESTED and NLA_F_NET_BYTEORDER are no part of the type. */
	private static final int TYPE = 0x3fff;

	private final ByteBuffer bytes;
	private final int fixed;
	private final int end;
	private int at;
	private int length;
	private int next;

	/** @param from the structure, of {@code structure} bytes that are there */
	Attributes(ByteBuffer bytes, int from, int structure, int end) {
		this.bytes = bytes;
		this.fixed = from;
		this.next = (int) Math.min(end, from + align(structure));
		this.end = end;
	}

	static long align(long length) {
		return (length + ALIGNMENT - 1) & -ALIGNMENT;
	}

	int fixedByte(int offset) {
		return Byte.toUnsignedInt(bytes.get(fixed + offset));
	}

	int fixedShort(int offset) {
		return Short.toUnsignedInt(bytes.getShort(fixed + offset));
	}

	int fixedInt(int offset) {
		return bytes.getInt(fixed + offset);
	}

	/** Goes to the next attribute; false after the last. */
	boolean next() {
		int left = end - next;
		if (left < HEADER) {
			return false;
		}
		length = Short.toUnsignedInt(bytes.getShort(next));
		if (length < HEADER || length > left) {
			throw new MalformedMessageException("an attribute says that it has " + length + " bytes, of " + left);
		}
		at = next;
		next = (int) Math.min(end, at + align(length));
		return true;
	}

	int type() {
		return bytes.getShort(at + 2) & TYPE;
	}

	int size() {
		return length - HEADER;
	}

	private int value(int size) {
		if (size() < size) {
			throw new MalformedMessageException("attribute " + type() + " has " + size() + " bytes, not " + size);
		}
		return at + HEADER;
	}

	int u8() {
		return Byte.toUnsignedInt(bytes.get(value(1)));
	}

	int i32() {
		return bytes.getInt(value(4));
	}

	long u32() {
		return Integer.toUnsignedLong(i32());
	}

	/** The upper half of an address, as {@link io.signalbox.route.Packed} has it. */
	long high(boolean ipv6) {
		return ipv6 ? big(value(16)) : big32(value(4)) << 32;
	}

	long low(boolean ipv6) {
		return ipv6 ? big(value(16) + 8) : 0;
	}

	/** An address of that family. */
	IpAddress address(boolean ipv6) {
		return address(value(0), size(), ipv6);
	}

	/** RTA_VIA, {@code struct rtvia}: a family, then an address of it. Null for another family than IPv4 and IPv6. */
	IpAddress via() {
		int family = Short.toUnsignedInt(bytes.getShort(value(2)));
		return family != NetlinkMessage.AF_INET && family != NetlinkMessage.AF_INET6
				? null
				: address(value(2) + 2, size() - 2, family == NetlinkMessage.AF_INET6);
	}

	private IpAddress address(int from, int size, boolean ipv6) {
		if (size < (ipv6 ? 16 : 4)) {
			throw new MalformedMessageException("attribute " + type() + " has no address in its " + size + " bytes");
		}
		return ipv6 ? new Ipv6Address(big(from), big(from + 8)) : new Ipv4Address((int) big32(from));
	}

	/** Addresses are in network byte order whatever the machine's is. */
	private long big(int from) {
		return big32(from) << 32 | big32(from + 4);
	}

	private long big32(int from) {
		int native32 = bytes.getInt(from);
		int big = bytes.order() == ByteOrder.BIG_ENDIAN ? native32 : Integer.reverseBytes(native32);
		return Integer.toUnsignedLong(big);
	}

	/** Six bytes are a MAC address; null for a link address of another length. */
	MacAddress mac() {
		if (size() != 6) {
			return null;
		}
		int from = value(6);
		long bits = 0;
		for (int octet = 0; octet < 6; octet++) {
			bits = bits << 8 | Byte.toUnsignedInt(bytes.get(from + octet));
		}
		return new MacAddress(bits);
	}

	/** A text up to its first zero byte. */
	String text() {
		byte[] text = new byte[size()];
		bytes.get(value(0), text);
		int zero = 0;
		while (zero < text.length && text[zero] != 0) {
			zero++;
		}
		return new String(text, 0, zero, StandardCharsets.UTF_8);
	}

	/** The attributes in this one's value, behind a structure of that many bytes. */
	Attributes nested(int structure) {
		return new Attributes(bytes, value(structure), structure, at + length);
	}

	/** The structures of RTA_MULTIPATH and NHA_GROUP: an offset into the value, checked. */
	Attributes within(int offset, int structure, int size) {
		if (size < structure || offset + size > size()) {
			throw new MalformedMessageException(
					"attribute " + type() + " holds an element of " + size + " bytes, of " + (size() - offset));
		}
		return new Attributes(bytes, at + HEADER + offset, structure, at + HEADER + offset + size);
	}

	/** The 16-bit length that an element of RTA_MULTIPATH begins with. */
	int lengthAt(int offset) {
		return Short.toUnsignedInt(bytes.getShort(value(offset + 2) + offset));
	}
}
