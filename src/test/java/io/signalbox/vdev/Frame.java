package io.signalbox.vdev;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import io.signalbox.net.MacAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Ethernet frames as bytes: made, and read back. */
final class Frame {
	static final int ETHERNET = 14;
	static final int IPV4 = 0x0800;
	static final int IPV6 = 0x86dd;
	static final int ARP = 0x0806;
	private static final int UDP = 17;
	private static final int DISCARD_PORT = 9;
	private static final int ARP_REPLY = 2;
	private static final int ICMPV6 = 58;
	private static final int SOLICITATION = 135;
	private static final int ADVERTISEMENT = 136;
	private static final int ADVERTISEMENT_LENGTH = 32;

	private Frame() {}

	/** An IPv4 or IPv6 packet with a UDP datagram of that payload; the UDP checksum is right, for IPv4 absent. */
	static byte[] udp(MacAddress to, MacAddress from, String source, String destination, int hopLimit, String payload) {
		byte[] data = payload.getBytes(StandardCharsets.US_ASCII);
		IpAddress sender = IpAddress.parse(source);
		IpAddress receiver = IpAddress.parse(destination);
		int udpLength = 8 + data.length;
		boolean ipv4 = sender instanceof Ipv4Address;
		ByteBuffer packet = ByteBuffer.allocate(ETHERNET + (ipv4 ? 20 : 40) + udpLength);
		ethernet(packet, to, from, ipv4 ? IPV4 : IPV6);
		if (ipv4) {
			packet.putShort((short) 0x4500).putShort((short) (20 + udpLength)).putInt(0x1234_0000);
			packet.put((byte) hopLimit).put((byte) UDP).putShort((short) 0).put(bytes(sender)).put(bytes(receiver));
			packet.putShort(ETHERNET + 10, (short) ~sum(packet.array(), ETHERNET, ETHERNET + 20));
		} else {
			packet.putInt(0x6000_0000).putShort((short) udpLength).put((byte) UDP).put((byte) hopLimit);
			packet.put(bytes(sender)).put(bytes(receiver));
		}
		packet.putShort((short) DISCARD_PORT).putShort((short) DISCARD_PORT).putShort((short) udpLength);
		packet.putShort((short) 0).put(data);
		if (!ipv4) {
			int pseudo = sum(packet.array(), ETHERNET + 8, packet.limit()) + UDP + udpLength;
			packet.putShort(ETHERNET + 46, (short) ~fold(pseudo));
		}
		return packet.array();
	}

	/** An ARP reply: {@code address} is at {@code from}. */
	static byte[] arpReply(MacAddress to, MacAddress from, String address, String asker) {
		ByteBuffer packet = ByteBuffer.allocate(ETHERNET + 28);
		ethernet(packet, to, from, ARP);
		packet.putShort((short) 1).putShort((short) IPV4).put((byte) 6).put((byte) 4).putShort((short) ARP_REPLY);
		packet.put(bytes(from)).put(bytes(IpAddress.parse(address))).put(bytes(to)).put(bytes(IpAddress.parse(asker)));
		return packet.array();
	}

	/** A neighbor advertisement (RFC 4861 4.4), asked for: {@code address} is at {@code from}. */
	static byte[] advertisement(MacAddress to, MacAddress from, String address, String asker) {
		ByteBuffer packet = ByteBuffer.allocate(ETHERNET + 40 + ADVERTISEMENT_LENGTH);
		ethernet(packet, to, from, IPV6);
		packet.putInt(0x6000_0000).putShort((short) ADVERTISEMENT_LENGTH).put((byte) ICMPV6).put((byte) 255);
		packet.put(bytes(IpAddress.parse(address))).put(bytes(IpAddress.parse(asker)));
		packet.put((byte) ADVERTISEMENT).put((byte) 0).putShort((short) 0).putInt(0x6000_0000);
		packet.put(bytes(IpAddress.parse(address))).put((byte) 2).put((byte) 1).put(bytes(from));
		int pseudo = sum(packet.array(), ETHERNET + 8, packet.limit()) + ICMPV6 + ADVERTISEMENT_LENGTH;
		packet.putShort(ETHERNET + 42, (short) ~fold(pseudo));
		return packet.array();
	}

	static boolean isSolicitation(byte[] frame) {
		return type(frame) == IPV6 && frame[ETHERNET + 6] == ICMPV6 && (frame[ETHERNET + 40] & 0xff) == SOLICITATION;
	}

	/** The address that a solicitation asks for. */
	static IpAddress solicited(byte[] frame) {
		ByteBuffer packet = ByteBuffer.wrap(frame);
		return new Ipv6Address(packet.getLong(ETHERNET + 48), packet.getLong(ETHERNET + 56));
	}

	private static void ethernet(ByteBuffer packet, MacAddress to, MacAddress from, int type) {
		packet.put(bytes(to)).put(bytes(from)).putShort((short) type);
	}

	/** What a router makes of a packet: other MAC addresses, one hop less, the IPv4 checksum made anew. */
	static byte[] forwarded(byte[] received, MacAddress to, MacAddress from) {
		ByteBuffer packet = ByteBuffer.wrap(received.clone());
		packet.put(bytes(to)).put(bytes(from));
		boolean ipv4 = type(received) == IPV4;
		int hopLimit = ETHERNET + (ipv4 ? 8 : 7);
		packet.put(hopLimit, (byte) (packet.get(hopLimit) - 1));
		if (ipv4) {
			packet.putShort(ETHERNET + 10, (short) 0);
			packet.putShort(ETHERNET + 10, (short) ~sum(packet.array(), ETHERNET, ETHERNET + 20));
		}
		return packet.array();
	}

	static int type(byte[] frame) {
		return ByteBuffer.wrap(frame).getShort(12) & 0xffff;
	}

	static boolean isArpRequestFor(byte[] frame, String address) {
		return type(frame) == ARP && frame[ETHERNET + 7] == 1
				&& Arrays.equals(frame, ETHERNET + 24, ETHERNET + 28, bytes(IpAddress.parse(address)), 0, 4);
	}

	/** True for a UDP datagram that ends with that payload. */
	static boolean endsWith(byte[] frame, String payload) {
		byte[] data = payload.getBytes(StandardCharsets.US_ASCII);
		return frame.length >= data.length
				&& Arrays.equals(frame, frame.length - data.length, frame.length, data, 0, data.length);
	}

	static byte[] bytes(IpAddress address) {
		return switch (address) {
			case Ipv4Address ipv4 -> ByteBuffer.allocate(4).putInt(ipv4.bits()).array();
			case Ipv6Address ipv6 -> ByteBuffer.allocate(16).putLong(ipv6.high()).putLong(ipv6.low()).array();
		};
	}

	static byte[] bytes(MacAddress mac) {
		return ByteBuffer.allocate(6).putShort((short) (mac.bits() >>> 32)).putInt((int) mac.bits()).array();
	}

	/** The ones' complement sum of 16-bit words (RFC 1071), the last odd byte padded. */
	private static int sum(byte[] bytes, int begin, int end) {
		int sum = 0;
		for (int at = begin; at < end; at += 2) {
			sum += (bytes[at] & 0xff) << 8 | (at + 1 < end ? bytes[at + 1] & 0xff : 0);
		}
		return fold(sum);
	}

	private static int fold(int sum) {
		int folded = sum;
		while (folded >>> 16 != 0) {
			folded = (folded & 0xffff) + (folded >>> 16);
		}
		return folded;
	}
}
