package io.signalbox.feed.mrt;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.Prefix;
import java.io.ByteArrayOutputStream;

/** Octets in network order, one after the other. */
public final class Bytes {
	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	public Bytes u8(int... values) {
		for (int value : values) {
			out.write(value);
		}
		return this;
	}

	public Bytes u16(int value) {
		return u8(value >>> 8, value);
	}

	public Bytes u32(long value) {
		return u16((int) (value >>> 16)).u16((int) value);
	}

	private Bytes u64(long value) {
		return u32(value >>> 32).u32(value);
	}

	public Bytes raw(byte[] bytes) {
		out.writeBytes(bytes);
		return this;
	}

	public Bytes address(String text) {
		return address(IpAddress.parse(text));
	}

	private Bytes address(IpAddress address) {
		return switch (address) {
			case Ipv4Address ipv4 -> u32(ipv4.bits());
			case Ipv6Address ipv6 -> u64(ipv6.high()).u64(ipv6.low());
		};
	}

	/** Prefixes as a message has them: the length and as many octets as that needs (RFC 4271 4.3). */
	public Bytes nlri(String... prefixes) {
		for (String prefix : prefixes) {
			nlri(Prefix.parse(prefix));
		}
		return this;
	}

	public Bytes nlri(Prefix prefix) {
		byte[] address = new Bytes().address(prefix.address()).array();
		u8(prefix.length());
		out.write(address, 0, (prefix.length() + 7) / 8);
		return this;
	}

	/** Octets after their number in 16 bits. */
	public Bytes sized16(Bytes bytes) {
		return u16(bytes.size()).raw(bytes.array());
	}

	public int size() {
		return out.size();
	}

	public byte[] array() {
		return out.toByteArray();
	}
}
