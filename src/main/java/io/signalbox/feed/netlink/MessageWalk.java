package io.signalbox.feed.netlink;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Goes through the messages between a buffer's position and limit, and never reads beyond. Netlink speaks the machine's
 * own byte order. One thread; a message is a value that outlives the walk.
 */
public final class MessageWalk {
	/** {@code struct nlmsghdr}: length, type, flags, sequence, port. */
	static final int HEADER = 16;

	private final ByteBuffer bytes;
	private int end;
	private int at;
	private int next;

	public MessageWalk(ByteBuffer messages) {
		bytes = messages.duplicate().order(ByteOrder.nativeOrder());
		next = messages.position();
		end = messages.limit();
	}

	/** Goes on with another part of the same buffer. */
	public void over(int from, int to) {
		next = from;
		end = Math.min(to, bytes.capacity());
		bytes.limit(end);
	}

	/**
	 * Goes to the next message; false after the last.
	 *
	 * @throws MalformedMessageException when there is none, and something else is left
	 */
	public boolean next() {
		int left = end - next;
		if (left < Attributes.ALIGNMENT) {
			return false;
		}
		if (left < HEADER) {
			throw new MalformedMessageException(left + " bytes are no message: its header alone has " + HEADER);
		}
		long length = Integer.toUnsignedLong(bytes.getInt(next));
		if (length < HEADER || length > left) {
			throw new MalformedMessageException("a message says that it has " + length + " bytes, of " + left);
		}
		at = next;
		next = (int) Math.min(end, at + Attributes.align(length));
		return true;
	}

	public int type() {
		return Short.toUnsignedInt(bytes.getShort(at + 4));
	}

	public int flags() {
		return Short.toUnsignedInt(bytes.getShort(at + 6));
	}

	public int sequence() {
		return bytes.getInt(at + 8);
	}

	/** The receiver's netlink port: 0 for what the kernel says of itself. */
	public int port() {
		return bytes.getInt(at + 12);
	}

	/** How many bytes it has, header and all. */
	public int size() {
		return bytes.getInt(at);
	}

	/** Its 32 bits from that byte on, which must be in the message. */
	public int word(int offset) {
		return bytes.getInt(at + Objects.checkFromIndexSize(offset, 4, size()));
	}

	/** Reads it; throws {@link MalformedMessageException} when it cannot be read. */
	public NetlinkMessage message() {
		return switch (type()) {
			case NetlinkMessage.RTM_NEWROUTE, NetlinkMessage.RTM_DELROUTE -> RouteMessage.read(this);
			case NetlinkMessage.RTM_NEWNEXTHOP, NetlinkMessage.RTM_DELNEXTHOP -> NexthopMessage.read(this);
			case NetlinkMessage.RTM_NEWLINK, NetlinkMessage.RTM_DELLINK -> LinkMessage.read(this);
			case NetlinkMessage.RTM_NEWADDR, NetlinkMessage.RTM_DELADDR -> AddressMessage.read(this);
			case NetlinkMessage.RTM_NEWNEIGH, NetlinkMessage.RTM_DELNEIGH -> NeighborMessage.read(this);
			case NetlinkMessage.NLMSG_ERROR -> error();
			case NetlinkMessage.NLMSG_DONE -> done();
			default -> new NetlinkMessage.Other(type());
		};
	}

	/** {@code struct nlmsgerr}: a negative errno, then the request's header. */
	private NetlinkMessage error() {
		Attributes body = body(4 + HEADER);
		return new NetlinkMessage.Answer(-body.fixedInt(0), body.fixedInt(4 + 8));
	}

	private NetlinkMessage done() {
		boolean says = size() >= HEADER + 4;
		return new NetlinkMessage.Done(says ? -bytes.getInt(at + HEADER) : 0);
	}

	/** What follows the header: a structure of that many bytes, then attributes. */
	Attributes body(int fixed) {
		int length = size();
		if (length < HEADER + fixed) {
			throw new MalformedMessageException("a message of type " + type() + " has " + length + " bytes, not the "
					+ (HEADER + fixed) + " at least that it needs");
		}
		return new Attributes(bytes, at + HEADER, fixed, at + length);
	}
}
