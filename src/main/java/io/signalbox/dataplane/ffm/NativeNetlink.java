package io.signalbox.dataplane.ffm;

import io.signalbox.dataplane.Netlink;
import io.signalbox.dataplane.NetlinkSocket;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;

/** Netlink by {@code libsignalbox.so}. */
public final class NativeNetlink implements Netlink {
	/** A dump comes in datagrams of at most 32 KiB; one route of very many ways may take more. */
	private static final long LARGEST_DATAGRAM = 128 << 10;

	@Override
	public NetlinkSocket open(Optional<Path> namespace, int groups, int receiveBytes) {
		return new Socket(NetlinkCalls.open(namespace, groups, receiveBytes));
	}

	private static final class Socket implements NetlinkSocket {
		private static final Nothing NOTHING = new Nothing();

		private final int descriptor;
		private final MemorySegment received = Arena.ofAuto().allocate(LARGEST_DATAGRAM, Long.BYTES);
		private final ByteBuffer bytes = received.asByteBuffer().order(ByteOrder.nativeOrder());

		Socket(int descriptor) {
			this.descriptor = descriptor;
		}

		@Override
		public void send(ByteBuffer messages) {
			try (Arena arena = Arena.ofConfined()) {
				MemorySegment copy = arena.allocate(messages.remaining());
				copy.copyFrom(MemorySegment.ofBuffer(messages));
				NetlinkCalls.send(descriptor, copy);
			}
		}

		@Override
		public Received receive(int timeoutMillis) {
			long result = NetlinkCalls.receive(descriptor, received, timeoutMillis);
			if (result > 0) {
				return new Messages(bytes.clear().limit((int) result));
			}
			if (result == 0) {
				return NOTHING;
			}
			if (Errno.ENOBUFS.is(result)) {
				return new Lost("the kernel's queue for the feed was full");
			}
			if (Errno.EMSGSIZE.is(result)) {
				return new Lost("a datagram had more than " + LARGEST_DATAGRAM + " bytes");
			}
			throw Errno.exception(result, "receive from the kernel's netlink", "");
		}

		@Override
		public void close() {
			NetlinkCalls.close(descriptor);
		}
	}
}
