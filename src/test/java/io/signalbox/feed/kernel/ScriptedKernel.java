package io.signalbox.feed.kernel;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.Netlink;
import io.signalbox.dataplane.NetlinkSocket;
import io.signalbox.feed.netlink.AddressMessage;
import io.signalbox.feed.netlink.LinkMessage;
import io.signalbox.feed.netlink.MessageWriter;
import io.signalbox.feed.netlink.NeighborMessage;
import io.signalbox.feed.netlink.NetlinkMessage;
import io.signalbox.feed.netlink.NexthopMessage;
import io.signalbox.feed.netlink.RouteMessage;
import io.signalbox.net.InterfaceAddress;
import io.signalbox.net.IpAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * A kernel's tables and a netlink socket to them. A dump is answered two messages a datagram; {@link #atDatagram} is
 * called before each of the routes of IPv4. Any thread.
 */
final class ScriptedKernel implements Netlink {
	private static final int PER_DATAGRAM = 2;

	private final List<RouteMessage> routes = new ArrayList<>();
	private final Map<Integer, LinkMessage> links = new LinkedHashMap<>();
	private final Map<Integer, NexthopMessage> nexthops = new LinkedHashMap<>();
	private final Map<InterfaceAddress, AddressMessage> addresses = new LinkedHashMap<>();
	private final Map<IpAddress, NeighborMessage> neighbors = new LinkedHashMap<>();
	private final BlockingQueue<Socket> sockets = new LinkedBlockingQueue<>();
	private Optional<Socket> open = Optional.empty();
	private IntConsumer atDatagram = number -> {};
	private int interruptedDumps;
	private boolean stale;
	private int dumps;

	@Override
	public synchronized NetlinkSocket open(Optional<Path> namespace, int groups, int receiveBytes) {
		Socket socket = new Socket();
		open = Optional.of(socket);
		sockets.add(socket);
		return socket;
	}

	/** Called once, in the next dump. */
	synchronized void atDatagram(int which, Runnable work) {
		atDatagram = number -> {
			if (number == which) {
				atDatagram = other -> {};
				work.run();
			}
		};
	}

	/** The next dumps of IPv4 routes say that something changed meanwhile. */
	synchronized void interruptDumps(int count) {
		interruptedDumps = count;
	}

	synchronized int socketsOpened() {
		return sockets.size();
	}

	/** Dumps of IPv4 routes. */
	synchronized int dumps() {
		return dumps;
	}

	/** Changes the table as told, in silence. */
	synchronized void silently(Consumer<List<RouteMessage>> change) {
		change.accept(routes);
	}

	synchronized List<RouteMessage> routes() {
		return List.copyOf(routes);
	}

	/** Adds a route, or replaces the one of the same prefix and metric, and says so. */
	synchronized void put(RouteMessage route) {
		routes.removeIf(other -> isSame(other, route));
		routes.add(route);
		event(writer -> writer.write(route));
	}

	synchronized void delete(RouteMessage route) {
		routes.removeIf(other -> isSame(other, route));
		event(writer -> writer.write(Routes.gone(route)));
	}

	private static boolean isSame(RouteMessage one, RouteMessage other) {
		return one.prefix().equals(other.prefix()) && one.priority() == other.priority();
	}

	synchronized void put(LinkMessage link) {
		links.put(link.index(), link);
		event(writer -> writer.write(link));
	}

	synchronized void put(NexthopMessage nexthop) {
		if (nexthop.isNew()) {
			nexthops.put(nexthop.id(), nexthop);
		} else {
			nexthops.remove(nexthop.id());
		}
		event(writer -> writer.write(nexthop));
	}

	synchronized void put(AddressMessage address) {
		if (address.isNew()) {
			addresses.put(address.address(), address);
		} else {
			addresses.remove(address.address());
		}
		event(writer -> writer.write(address));
	}

	synchronized void put(NeighborMessage neighbor) {
		if (neighbor.isNew()) {
			neighbors.put(neighbor.address(), neighbor);
		} else {
			neighbors.remove(neighbor.address());
		}
		event(writer -> writer.write(neighbor));
	}

	/** Forgets all addresses and neighbors, in silence. */
	synchronized void forgetHosts() {
		addresses.clear();
		neighbors.clear();
	}

	synchronized void event(Consumer<MessageWriter> message) {
		open.ifPresent(socket -> socket.say(bytes(message)));
	}

	synchronized void say(NetlinkSocket.Received received) {
		open.ifPresent(socket -> socket.queue.add(received));
	}

	synchronized void fail(DataplaneException failure) {
		open.ifPresent(socket -> socket.failure = failure);
	}

	private static ByteBuffer bytes(Consumer<MessageWriter> message) {
		ByteBuffer bytes = ByteBuffer.allocate(8192).order(ByteOrder.nativeOrder());
		message.accept(new MessageWriter(bytes));
		return bytes.flip();
	}

	private synchronized void dump(Socket socket, int type, int family, int sequence) {
		switch (type) {
			case NetlinkMessage.RTM_GETLINK -> links.values().forEach(
					link -> socket.say(ofDump(bytes(writer -> writer.write(link)), NetlinkMessage.NLM_F_MULTI, sequence)));
			case NetlinkMessage.RTM_GETADDR -> addresses.values().forEach(
					one -> socket.say(ofDump(bytes(writer -> writer.write(one)), NetlinkMessage.NLM_F_MULTI, sequence)));
			case NetlinkMessage.RTM_GETNEIGH -> neighbors.values().forEach(
					one -> socket.say(ofDump(bytes(writer -> writer.write(one)), NetlinkMessage.NLM_F_MULTI, sequence)));
			case NetlinkMessage.RTM_GETNEXTHOP -> nexthops.values().forEach(
					object -> socket.say(ofDump(bytes(writer -> writer.write(object)), NetlinkMessage.NLM_F_MULTI, sequence)));
			default -> dumpRoutes(socket, family == NetlinkMessage.AF_INET6, sequence);
		}
		socket.say(ofDump(bytes(writer -> writer.write(new NetlinkMessage.Done(0))), NetlinkMessage.NLM_F_MULTI, sequence));
	}

	/** Each datagram has its routes as they are when it is made, which is later than the first. */
	private void dumpRoutes(Socket socket, boolean ipv6, int sequence) {
		int flags = NetlinkMessage.NLM_F_MULTI | (!ipv6 && interruptedDumps-- > 0 ? NetlinkMessage.NLM_F_DUMP_INTR : 0);
		List<RouteMessage> atFirst = routes.stream().filter(route -> route.ipv6() == ipv6).toList();
		dumps += ipv6 ? 0 : 1;
		for (int at = 0; at < atFirst.size(); at += PER_DATAGRAM) {
			if (!ipv6) {
				atDatagram.accept(at / PER_DATAGRAM);
			}
			ByteBuffer datagram = ByteBuffer.allocate(16384).order(ByteOrder.nativeOrder());
			for (RouteMessage route : atFirst.subList(at, Math.min(at + PER_DATAGRAM, atFirst.size()))) {
				Optional<RouteMessage> now = stale ? Optional.of(route)
						: routes.stream().filter(other -> isSame(other, route)).findFirst();
				now.ifPresent(found -> datagram.put(ofDump(bytes(writer -> writer.write(found)), flags, sequence)));
			}
			if (datagram.position() > 0) {
				socket.say(datagram.flip());
			}
		}
		stale = false;
	}

	/** The next dump is older than the events that come in the midst of it. */
	synchronized void staleDump() {
		stale = true;
	}

	private static ByteBuffer ofDump(ByteBuffer message, int flags, int sequence) {
		return message.putShort(6, (short) flags).putInt(8, sequence);
	}

	private final class Socket implements NetlinkSocket {
		private final BlockingQueue<Received> queue = new LinkedBlockingQueue<>();
		private volatile DataplaneException failure;

		void say(ByteBuffer datagram) {
			queue.add(new Messages(datagram));
		}

		@Override
		public void send(ByteBuffer request) {
			ByteBuffer bytes = request.order(ByteOrder.nativeOrder());
			dump(this, bytes.getShort(4), bytes.get(16), bytes.getInt(8));
		}

		@Override
		public Received receive(int timeoutMillis) {
			try {
				Received received = queue.poll(Math.min(timeoutMillis, 5), TimeUnit.MILLISECONDS);
				if (failure != null) {
					throw failure;
				}
				return received == null ? new Nothing() : received;
			} catch (InterruptedException interrupted) {
				throw new IllegalStateException(interrupted);
			}
		}

		@Override
		public void close() {
			synchronized (ScriptedKernel.this) {
				open = open.filter(other -> other != this);
			}
		}
	}
}
