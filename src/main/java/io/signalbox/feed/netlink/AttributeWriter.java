package io.signalbox.feed.netlink;

import io.signalbox.net.IpAddress;
import io.signalbox.net.Ipv4Address;
import io.signalbox.net.Ipv6Address;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The parts that messages are made of: a header, attributes, their padding to 4 bytes. One message at a time, one thread. */
final class AttributeWriter {
	private final ByteBuffer bytes;
	private int message;

	AttributeWriter(ByteBuffer to) {
		bytes = to.order(ByteOrder.nativeOrder());
	}

	/** What follows is in the host's byte order, and where the message's own structure is. */
	ByteBuffer bytes() {
		return bytes;
	}

	void begin(int type, int flags, int sequence) {
		message = bytes.position();
		bytes.putInt(0).putShort((short) type).putShort((short) flags).putInt(sequence).putInt(0);
	}

	/** Everything in a message is padded to 4 bytes already. */
	void end() {
		bytes.putInt(message, bytes.position() - message);
	}

	void attribute(int type, int size) {
		bytes.putShort((short) (size + 4)).putShort((short) type);
	}

	void u32(int type, long value) {
		attribute(type, 4);
		bytes.putInt((int) value);
	}

	void address(int type, IpAddress address) {
		attribute(type, address.family().bits() / 8);
		put(address);
	}

	void mac(int type, long bits) {
		attribute(type, 6);
		for (int shift = 40; shift >= 0; shift -= 8) {
			bytes.put((byte) (bits >>> shift));
		}
		pad();
	}

	void text(int type, String text) {
		byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
		attribute(type, utf8.length + 1);
		bytes.put(utf8).put((byte) 0);
		pad();
	}

	void pad() {
		while ((bytes.position() - message) % Attributes.ALIGNMENT != 0) {
			bytes.put((byte) 0);
		}
	}

	void put(IpAddress address) {
		switch (address) {
			case Ipv4Address ipv4 -> big32(ipv4.bits());
			case Ipv6Address ipv6 -> {
				big(ipv6.high());
				big(ipv6.low());
			}
		}
	}

	void big(long value) {
		big32((int) (value >>> 32));
		big32((int) value);
	}

	void big32(int value) {
		bytes.putInt(bytes.order() == ByteOrder.BIG_ENDIAN ? value : Integer.reverseBytes(value));
	}

	/** An attribute that holds others begins here. */
	int nest(int type) {
		int from = bytes.position();
		attribute(type, 0);
		return from;
	}

	/** And ends. */
	void endNest(int from) {
		bytes.putShort(from, (short) (bytes.position() - from));
	}
}
