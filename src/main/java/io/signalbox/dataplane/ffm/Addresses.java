package io.signalbox.dataplane.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.MacAddress;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Optional;

/** Addresses in native memory: network byte order, at any alignment. */
final class Addresses {
	private static final ValueLayout.OfLong BIG_ENDIAN =
			ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

	private Addresses() {}

	static void write(MemorySegment segment, long offset, IpAddress address) {
		switch (address) {
			case Ipv4Address ipv4 -> write(segment, offset, (long) ipv4.bits() << 32, 0);
			case Ipv6Address ipv6 -> write(segment, offset, ipv6.high(), ipv6.low());
		}
	}

	/** The packed form: an IPv4 address is in the upper 32 bits of {@code high}. */
	static void write(MemorySegment segment, long offset, long high, long low) {
		segment.set(BIG_ENDIAN, offset, high);
		segment.set(BIG_ENDIAN, offset + 8, low);
	}

	/** Empty when the family is none. */
	static Optional<IpAddress> read(MemorySegment segment, long offset, int family) {
		if (family == Family.IPV4.number()) {
			return Optional.of(new Ipv4Address((int) (segment.get(BIG_ENDIAN, offset) >>> 32)));
		}
		return family == Family.IPV6.number() ? Optional.of(readIpv6(segment, offset)) : Optional.empty();
	}

	static Ipv6Address readIpv6(MemorySegment segment, long offset) {
		return new Ipv6Address(segment.get(BIG_ENDIAN, offset), segment.get(BIG_ENDIAN, offset + 8));
	}

	static void writeMac(MemorySegment segment, long offset, MacAddress mac) {
		for (int at = 0; at < 6; at++) {
			segment.set(JAVA_BYTE, offset + at, (byte) (mac.bits() >>> (40 - 8 * at)));
		}
	}

	static MacAddress readMac(MemorySegment segment, long offset) {
		long bits = 0;
		for (int at = 0; at < 6; at++) {
			bits = bits << 8 | (segment.get(JAVA_BYTE, offset + at) & 0xff);
		}
		return new MacAddress(bits);
	}

	/** Empty when all zero: not known. */
	static Optional<MacAddress> readKnownMac(MemorySegment segment, long offset) {
		return Optional.of(readMac(segment, offset)).filter(mac -> mac.bits() != 0);
	}
}
