package io.signalbox.feed.kernel;

import io.signalbox.dataplane.NetlinkSocket;
import io.signalbox.dataplane.NetlinkSocket.Lost;
import io.signalbox.dataplane.NetlinkSocket.Messages;
import io.signalbox.dataplane.NetlinkSocket.Nothing;
import io.signalbox.dataplane.NetlinkSocket.Received;
import io.signalbox.feed.FeedLedger;
import io.signalbox.feed.FeedState;
import io.signalbox.feed.kernel.KernelSession.KernelState;
import io.signalbox.feed.netlink.KernelLinks;
import io.signalbox.feed.netlink.KernelNexthops;
import io.signalbox.route.RouteChanges;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * What the feed does while it has a socket: take datagrams, pass on what they change, ask for all again when that is due.
 * It keeps what it knows from one socket to the next. The feed's thread, but for what is said so.
 */
final class KernelFollowing {
	private static final Logger LOG = Logger.getLogger(KernelFollowing.class);

	/** Some milliseconds of the RIB's time. */
	private static final int BATCH = 4096;
	/** How soon the feed sees that it is to end, or that the box has other interfaces. */
	private static final int IDLE_MILLIS = 1000;
	/** While batches are on their way and more waits. */
	private static final int BUSY_MILLIS = 2;
	/** The kernel says that a link goes before it removes the link's routes. */
	private static final long AGAIN_AFTER = TimeUnit.MILLISECONDS.toNanos(200);
	/** Between two passes that follow each other at once. */
	private static final long AGAIN_LATER = TimeUnit.SECONDS.toNanos(1);
	private static final long DUMP_LIMIT = TimeUnit.SECONDS.toNanos(10);

	private final KernelSettings settings;
	private final FeedLedger ledger;
	private final RibDelivery delivery;
	private final Supplier<Map<String, String>> boxNames;
	private final LongSupplier nanoTime;
	private final NamespaceFile namespace;
	private final KernelState state;
	private Map<String, String> names = Map.of();
	private long namesAt;
	/** All that the RIB has of the feed is marked, until a pass has told it all. */
	private boolean marked = true;
	private boolean passEnded;
	private boolean passIsRescan;
	private long passBegun;
	private long passAt;
	private long heardAt;
	private volatile int due;
	private volatile long dueSince;

	KernelFollowing(KernelSettings settings, FeedLedger ledger, RibDelivery delivery,
			Supplier<Map<String, String>> boxNames, Adoption adoption, LongSupplier nanoTime) {
		this.settings = settings;
		this.ledger = ledger;
		this.delivery = delivery;
		this.boxNames = boxNames;
		this.nanoTime = nanoTime;
		this.namespace = new NamespaceFile(settings.namespace());
		KernelLinks links = new KernelLinks(name -> Optional.ofNullable(names.get(name)));
		KernelNexthops nexthops = new KernelNexthops(links);
		state = new KernelState(
				links, new LinkFacts(links, adoption), nexthops, new KernelTable(new Ways(nexthops)));
	}

	/** Changes that are not in the FIB yet; any thread. */
	long queued() {
		return (long) due + delivery.routes();
	}

	/** How long the oldest of them has waited; any thread. */
	long lagMillis() {
		OptionalLong since = delivery.oldest();
		if (since.isEmpty() && due > 0) {
			since = OptionalLong.of(dueSince);
		}
		return since.isEmpty() ? 0 : TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - since.getAsLong());
	}

	/** Returns at the end, or when another socket is needed. */
	void follow(NetlinkSocket socket, BooleanSupplier ends) {
		KernelSession session = new KernelSession(socket, settings, ledger, state);
		namespace.entered();
		ledger.state(FeedState.SYNCING);
		passIsRescan = false;
		begin(session);
		while (!ends.getAsBoolean()) {
			Received received = socket.receive(waitMillis(session));
			switch (received) {
				case Messages messages -> {
					heardAt = nanoTime.getAsLong();
					session.take(messages.bytes());
				}
				case Nothing nothing -> lookAtInterfaces(session);
				case Lost lost -> {
					LOG.warnf("feed=kernel asks for all routes again: %s", lost.reason());
					ledger.error(KernelErrors.OVERRUN, lost.reason());
					return;
				}
			}
			session.finished().ifPresent(this::ended);
			if (session.factsMoved()) {
				adopt();
			}
			passOn(session, received instanceof Nothing);
			if (!askAgain(session)) {
				return;
			}
		}
	}

	private void begin(KernelSession session) {
		if (delivery.differs() || marked) {
			delivery.mark();
			marked = true;
		}
		ledger.resync();
		passEnded = false;
		passBegun = nanoTime.getAsLong();
		heardAt = passBegun;
		passAt = passBegun + TimeUnit.SECONDS.toNanos(settings.rescanSeconds());
		session.beginPass(marked);
	}

	private int waitMillis(KernelSession session) {
		if (state.table().due() == 0 || !session.knowsWays()) {
			return IDLE_MILLIS;
		}
		return delivery.hasRoom() ? 0 : BUSY_MILLIS;
	}

	private void lookAtInterfaces(KernelSession session) {
		long now = nanoTime.getAsLong();
		if (now - namesAt < TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS)) {
			return;
		}
		namesAt = now;
		Map<String, String> before = names;
		names = boxNames.get();
		if (session.knowsWays()) {
			adopt();
			if (!names.equals(before)) {
				state.table().resolveAgain();
			}
		}
	}

	/** Also when nothing has moved, now and then: an interface of the box may have been made anew. */
	private void adopt() {
		state.facts().tell().forEach(refused -> ledger.error(KernelErrors.REFUSED_FACT, refused));
	}

	private void ended(Pass pass) {
		ledger.count(KernelErrors.MISSED, passIsRescan ? pass.differences() : 0);
		passEnded = true;
	}

	/** Hands on what waits: when there is much of it, or nothing else to do. */
	private void passOn(KernelSession session, boolean idle) {
		KernelTable table = state.table();
		dueSince = due == 0 ? nanoTime.getAsLong() : dueSince;
		while (session.knowsWays() && delivery.hasRoom() && (table.due() >= BATCH || (idle && table.due() > 0))) {
			RouteChanges changes = new RouteChanges(settings.vrf());
			table.tell(changes, BATCH);
			ledger.count(KernelErrors.UNUSABLE, table.takeUnusable());
			delivery.apply(changes, dueSince);
			dueSince = nanoTime.getAsLong();
		}
		due = table.due();
		if (passEnded && due == 0) {
			passEnded = false;
			allIsHandedOn();
		}
	}

	private void allIsHandedOn() {
		if (marked) {
			marked = false;
			delivery.sweep(this::synced);
		} else {
			delivery.compare(state.table().told());
			synced();
		}
	}

	private void synced() {
		ledger.ready();
		if (ledger.state() == FeedState.SYNCING) {
			ledger.state(FeedState.SYNCED);
		}
	}

	/** False when that needs another socket. */
	private boolean askAgain(KernelSession session) {
		long now = nanoTime.getAsLong();
		if (session.isDumping()) {
			if (now - heardAt < DUMP_LIMIT) {
				return true;
			}
			ledger.error(KernelErrors.DUMP_FAILED, "the kernel did not end a dump");
			return false;
		}
		passIsRescan = !session.wantsAnotherPass();
		if (!passIsRescan) {
			long soon = Math.max(heardAt + AGAIN_AFTER, passBegun + AGAIN_LATER);
			passAt = passAt - soon > 0 ? soon : passAt;
		}
		if (now - passAt < 0) {
			return true;
		}
		if (!namespace.isSame()) {
			return false;
		}
		begin(session);
		return true;
	}
}
