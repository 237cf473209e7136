package io.signalbox.dataplane.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/** Netlink sockets, by their descriptors. */
final class NetlinkCalls {
	private static final MethodHandle OPEN = Library.function("sbx_netlink_open", ADDRESS, JAVA_INT, JAVA_INT);
	private static final MethodHandle SEND = Library.function("sbx_netlink_send", JAVA_INT, ADDRESS, JAVA_LONG);
	private static final MethodHandle RECEIVE = Library.function(
			"sbx_netlink_receive", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
	private static final MethodHandle CLOSE = Library.function("sbx_netlink_close", JAVA_INT);

	private NetlinkCalls() {}

	static int open(Optional<Path> namespace, int groups, int receiveBytes) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment path = namespace.map(file -> arena.allocateFrom(file.toString())).orElse(MemorySegment.NULL);
			int result = (int) OPEN.invokeExact(path, groups, receiveBytes);
			Errno.check(result, "open a netlink socket in "
					+ namespace.map(file -> "the network namespace " + file).orElse("this network namespace"));
			return result;
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static void send(int descriptor, MemorySegment messages) {
		try {
			Errno.check((int) SEND.invokeExact(descriptor, messages, messages.byteSize()), "send to the kernel's netlink");
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	/** Bytes, 0 or -errno. */
	static long receive(int descriptor, MemorySegment into, int timeoutMillis) {
		try {
			return (long) RECEIVE.invokeExact(descriptor, into, into.byteSize(), timeoutMillis);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static void close(int descriptor) {
		try {
			Errno.check((int) CLOSE.invokeExact(descriptor), "close a netlink socket");
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}
}
