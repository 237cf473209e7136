package io.signalbox.vdev;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The far end of a kernel device (the TAP of a net_tap port): whole Ethernet frames, written and read through a packet
 * socket of the kernel's. The kernel itself is kept from speaking IPv6 there.
 */
final class Wire implements AutoCloseable {
	private static final int AF_PACKET = 17;
	private static final int SOCK_RAW = 3;
	private static final int MSG_DONTWAIT = 0x40;
	private static final short ETH_P_ALL_BIG_ENDIAN = 0x0300;
	private static final int PACKET_OUTGOING = 4;
	private static final int SOCKADDR_LL = 20;
	private static final int SLL_PKTTYPE = 10;
	private static final int FRAME_MAX = 10_000;

	private static final MethodHandle SOCKET = libc("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
	private static final MethodHandle BIND = libc("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
	private static final MethodHandle SEND = libc("send", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
	private static final MethodHandle RECEIVE =
			libc("recvfrom", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS);
	private static final MethodHandle CLOSE = libc("close", JAVA_INT, JAVA_INT);

	private final Arena arena = Arena.ofShared();
	private final MemorySegment frame = arena.allocate(FRAME_MAX);
	private final MemorySegment from = arena.allocate(SOCKADDR_LL, 8);
	private final MemorySegment fromLength = arena.allocate(JAVA_INT);
	private final int socket;

	private Wire(int socket) {
		this.socket = socket;
	}

	@SuppressWarnings("restricted")
	private static MethodHandle libc(String name, ValueLayout result, MemoryLayout... parameters) {
		Linker linker = Linker.nativeLinker();
		return linker.downcallHandle(
				linker.defaultLookup().find(name).orElseThrow(), FunctionDescriptor.of(result, parameters));
	}

	static Wire open(String device) {
		Path settings = Path.of("/proc/sys/net/ipv6/conf", device, "disable_ipv6");
		try (Arena local = Arena.ofConfined()) {
			if (Files.exists(settings)) {
				Files.writeString(settings, "1");
			}
			int index = Integer.parseInt(Files.readString(Path.of("/sys/class/net", device, "ifindex")).strip());
			int socket = (int) SOCKET.invokeExact(AF_PACKET, SOCK_RAW, (int) ETH_P_ALL_BIG_ENDIAN);
			MemorySegment address = local.allocate(SOCKADDR_LL, 8);
			address.set(JAVA_SHORT, 0, (short) AF_PACKET);
			address.set(JAVA_SHORT, 2, ETH_P_ALL_BIG_ENDIAN);
			address.set(JAVA_INT, 4, index);
			if (socket < 0 || (int) BIND.invokeExact(socket, address, SOCKADDR_LL) < 0) {
				throw new IllegalStateException("no packet socket on " + device + ": these tests need root");
			}
			return new Wire(socket);
		} catch (IOException unreadable) {
			throw new UncheckedIOException(unreadable);
		} catch (Throwable thrown) {
			throw rethrown(thrown);
		}
	}

	void send(byte[] bytes) {
		try {
			MemorySegment.copy(bytes, 0, frame, ValueLayout.JAVA_BYTE, 0, bytes.length);
			if ((long) SEND.invokeExact(socket, frame, (long) bytes.length, 0) != bytes.length) {
				throw new IllegalStateException("a frame of " + bytes.length + " bytes was not sent");
			}
		} catch (Throwable thrown) {
			throw rethrown(thrown);
		}
	}

	/** The next frame from the box that is wanted; others are passed over. */
	Optional<byte[]> receive(Predicate<byte[]> wanted, Duration atMost) {
		long end = System.nanoTime() + atMost.toNanos();
		do {
			Optional<byte[]> next = next();
			if (next.filter(wanted).isPresent()) {
				return next;
			}
			if (next.isEmpty()) {
				Thread.onSpinWait();
			}
		} while (System.nanoTime() < end);
		return Optional.empty();
	}

	/** Empty when there is none now. What this machine sends itself comes back as outgoing and is left out. */
	private Optional<byte[]> next() {
		try {
			fromLength.set(JAVA_INT, 0, SOCKADDR_LL);
			long size = (long) RECEIVE.invokeExact(socket, frame, (long) FRAME_MAX, MSG_DONTWAIT, from, fromLength);
			if (size < 0 || from.get(ValueLayout.JAVA_BYTE, SLL_PKTTYPE) == PACKET_OUTGOING) {
				return Optional.empty();
			}
			return Optional.of(frame.asSlice(0, size).toArray(ValueLayout.JAVA_BYTE));
		} catch (Throwable thrown) {
			throw rethrown(thrown);
		}
	}

	@Override
	public void close() {
		try {
			int _ = (int) CLOSE.invokeExact(socket);
		} catch (Throwable thrown) {
			throw rethrown(thrown);
		}
		arena.close();
	}

	private static RuntimeException rethrown(Throwable thrown) {
		return switch (thrown) {
			case RuntimeException unchecked -> unchecked;
			case Error error -> throw error;
			default -> throw new AssertionError(thrown);
		};
	}
}
