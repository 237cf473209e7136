package io.signalbox.feed.netlink;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Netlink bytes made by hand, field by field in the order of linux/netlink.h. */
final class Bytes {
	private final ByteBuffer bytes = ByteBuffer.allocate(64 * 1024).order(ByteOrder.nativeOrder());

	Bytes u8(int... values) {
		for (int value : values) {
			bytes.put((byte) value);
		}
		return this;
	}

	Bytes u16(int value) {
		bytes.putShort((short) value);
		return this;
	}

	Bytes u32(long value) {
		bytes.putInt((int) value);
		return this;
	}

	/** {@code struct nlmsghdr} with that length, sequence 7 and port 9. */
	Bytes header(long length, int type, int flags) {
		return u32(length).u16(type).u16(flags).u32(7).u32(9);
	}

	Bytes attribute(int length, int type) {
		return u16(length).u16(type);
	}

	/** From position 0 to what was put; behind that the buffer goes on with zeros. */
	ByteBuffer whole() {
		return bytes.duplicate().flip().order(ByteOrder.nativeOrder());
	}

	MessageWalk walk() {
		return new MessageWalk(whole());
	}

	static NetlinkMessage only(MessageWalk walk) {
		if (!walk.next()) {
			throw new AssertionError("there is no message");
		}
		NetlinkMessage message = walk.message();
		if (walk.next()) {
			throw new AssertionError("there is a second message");
		}
		return message;
	}
}
