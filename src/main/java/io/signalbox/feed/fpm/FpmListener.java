package io.signalbox.feed.fpm;

import io.signalbox.feed.FeedLedger;
import io.signalbox.feed.FeedState;
import io.signalbox.feed.netlink.MalformedMessageException;
import io.signalbox.rib.RibClosedException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The feed's end of the wire: one thread that accepts, reads and answers, and waits for nobody. One peer at a time, the
 * newest: a zebra that was killed may leave a connection behind that looks alive, and its next life must not be refused
 * for that.
 */
final class FpmListener implements Runnable {
	private static final Logger LOG = Logger.getLogger(FpmListener.class);
	private static final int READ_BYTES = 256 * 1024;
	private static final int WRITE_BYTES = 64 * 1024;
	private static final int RECEIVE_BUFFER = 4 * 1024 * 1024;
	private static final long WAIT_MILLIS = 1_000;

	private final FpmOptions options;
	private final ChangeQueue queue;
	private final FeedLedger ledger;
	private final OffloadAnswers answers;
	private final RibPump pump;
	private final Selector selector;
	private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES);
	private final ByteBuffer out = ByteBuffer.allocateDirect(WRITE_BYTES).limit(0);
	private FpmSession session;
	private SelectionKey connection;
	private volatile boolean closed;
	private volatile boolean resync;

	FpmListener(FpmOptions options, ChangeQueue queue, FeedLedger ledger, OffloadAnswers answers, RibPump pump)
			throws IOException {
		this.options = options;
		this.queue = queue;
		this.ledger = ledger;
		this.answers = answers;
		this.pump = pump;
		this.selector = Selector.open();
	}

	@Override
	public void run() {
		while (!closed) {
			try (ServerSocketChannel server = ServerSocketChannel.open()) {
				server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
				server.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
				server.bind(options.listen()).configureBlocking(false);
				SelectionKey listening = server.register(selector, SelectionKey.OP_ACCEPT);
				LOG.infof("feed=fpm listen=%s", options.listen());
				if (!options.listen().getAddress().isLoopbackAddress()) {
					LOG.warnf("feed=fpm listen=%s: whoever reaches it may write routes, FPM asks nobody who they are",
							options.listen());
				}
				ledger.state(FeedState.WAITING);
				serve(server, listening);
			} catch (IOException | RuntimeException failed) {
				end();
				failed(failed);
			}
			letGo();
		}
	}

	/** The selector holds on to a channel that is closed until it is asked again. */
	private void letGo() {
		end();
		try {
			selector.selectNow();
			if (closed) {
				selector.close();
			}
		} catch (IOException broken) {
			LOG.debugf("feed=fpm: %s", broken.getMessage());
		}
	}

	/** The port is taken, the machine has no descriptors left...: again in a while. */
	private void failed(Exception failure) {
		if (failure.getCause() instanceof RibClosedException) {
			closed = true;
			return;
		}
		ledger.error("listen", options.listen() + ": " + failure.getMessage());
		ledger.state(FeedState.FAILED);
		LOG.warnf("feed=fpm state=failed listen=%s: %s", options.listen(), failure.getMessage());
		try {
			selector.select(WAIT_MILLIS);
		} catch (IOException broken) {
			closed = true;
		}
	}

	private void serve(ServerSocketChannel server, SelectionKey listening) throws IOException {
		while (!closed) {
			selector.select(WAIT_MILLIS);
			selector.selectedKeys().clear();
			if (resync) {
				resync = false;
				end();
			}
			if (listening.isAcceptable()) {
				accept(server);
			}
			if (connection != null) {
				serve((SocketChannel) connection.channel());
			}
		}
	}

	private void accept(ServerSocketChannel server) throws IOException {
		SocketChannel channel = server.accept();
		if (channel == null) {
			return;
		}
		if (connection != null) {
			ledger.count("replaced");
			end();
		}
		channel.configureBlocking(false);
		channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
		in.clear();
		out.clear().limit(0);
		answers.clear();
		session = new FpmSession(options, queue, ledger, pump::endMarker);
		pump.beginReplay();
		connection = channel.register(selector, SelectionKey.OP_READ);
		ledger.peer(Optional.of(name(channel)));
		LOG.infof("feed=fpm state=syncing peer=%s", name(channel));
	}

	private static String name(SocketChannel channel) throws IOException {
		return String.valueOf(channel.getRemoteAddress()).replaceFirst("^/", "");
	}

	/** Reads once and writes once, as far as both go without waiting. */
	private void serve(SocketChannel channel) {
		try {
			pump.unread(true);
			if (!queue.isFull() && channel.read(in) < 0) {
				end();
				return;
			}
			boolean more = !in.hasRemaining() || queue.isFull();
			session.take(in.flip());
			in.compact();
			pump.unread(more);
			write(channel);
			connection.interestOps((queue.isFull() ? 0 : SelectionKey.OP_READ)
					| (out.hasRemaining() || !answers.isEmpty() ? SelectionKey.OP_WRITE : 0));
		} catch (MalformedMessageException malformed) {
			LOG.warnf("feed=fpm peer closed: %s", malformed.getMessage());
			ledger.error("malformed", malformed.getMessage());
			end();
		} catch (IOException broken) {
			ledger.error("connection", String.valueOf(broken.getMessage()));
			end();
		}
	}

	private void write(SocketChannel channel) throws IOException {
		if (!out.hasRemaining()) {
			answers.fill(out.clear());
			out.flip();
		}
		if (out.hasRemaining()) {
			channel.write(out);
		}
	}

	/** A batch is in the FIB. Any thread. */
	void written(ChangeBlock block) {
		if (options.acknowledge()) {
			answers.add(block);
		}
		selector.wakeup();
	}

	/** Makes the peer say all again, by ending its connection. Any thread. */
	void resync() {
		resync = true;
		selector.wakeup();
	}

	/** Any thread. */
	void close() {
		closed = true;
		selector.wakeup();
	}

	private void end() {
		if (connection == null) {
			return;
		}
		try {
			connection.channel().close();
		} catch (IOException gone) {
			LOG.debugf("feed=fpm: %s", gone.getMessage());
		}
		connection = null;
		session = null;
		ledger.peer(Optional.empty());
		pump.endConnection();
	}
}
