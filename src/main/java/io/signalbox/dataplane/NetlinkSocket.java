package io.signalbox.dataplane;

import java.nio.ByteBuffer;

/** A socket to a kernel's routing tables. One thread at a time. */
public interface NetlinkSocket extends AutoCloseable {
	/** Sends whole messages, all or none: the bytes from the buffer's position to its limit. */
	void send(ByteBuffer messages);

	/** Waits at most so long for one datagram of the kernel; it is valid until the next call. */
	Received receive(int timeoutMillis);

	@Override
	void close();

	/** What came. */
	sealed interface Received {}

	/** Nothing came in time. */
	record Nothing() implements Received {}

	/** One message or more, from position to limit. */
	record Messages(ByteBuffer bytes) implements Received {}

	/** The kernel had more to say than could be taken, and that is lost for good: ask for all of it again. */
	record Lost(String reason) implements Received {}
}
