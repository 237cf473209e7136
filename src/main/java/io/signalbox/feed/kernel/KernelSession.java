package io.signalbox.feed.kernel;

import io.signalbox.dataplane.NetlinkSocket;
import io.signalbox.feed.FeedLedger;
import io.signalbox.feed.netlink.AddressMessage;
import io.signalbox.feed.netlink.KernelLinks;
import io.signalbox.feed.netlink.KernelNexthops;
import io.signalbox.feed.netlink.LinkMessage;
import io.signalbox.feed.netlink.MessageWalk;
import io.signalbox.feed.netlink.MessageWriter;
import io.signalbox.feed.netlink.NeighborMessage;
import io.signalbox.feed.netlink.NetlinkMessage;
import io.signalbox.feed.netlink.NetlinkMessage.Answer;
import io.signalbox.feed.netlink.NetlinkMessage.Done;
import io.signalbox.feed.netlink.NexthopMessage;
import io.signalbox.feed.netlink.RouteMessage;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * One socket's talk with the kernel: dumps of links, nexthop objects and the routes of both families, one after the other,
 * and the events that come at any time, also between the messages of a dump. One thread.
 */
final class KernelSession {
	private static final int ENOENT = 2;
	private static final int EINVAL = 22;
	private static final int EOPNOTSUPP = 95;
	private static final int REQUEST_BYTES = 64;

	private final NetlinkSocket socket;
	private final KernelSettings settings;
	private final FeedLedger ledger;
	private final KernelState state;
	private Stage stage = Stage.FOLLOWING;
	private int sequence;
	private boolean tellsAll;
	private boolean interrupted;
	private boolean again;
	private boolean factsMoved;
	private Optional<Pass> finished = Optional.empty();

	private enum Stage {
		LINKS, ADDRESSES, NEIGHBORS, NEXTHOPS, IPV4, IPV6, FOLLOWING
	}

	private Stage after(Stage ended) {
		return switch (ended) {
			case LINKS -> settings.addresses() ? Stage.ADDRESSES : after(Stage.ADDRESSES);
			case ADDRESSES -> settings.neighbors() ? Stage.NEIGHBORS : Stage.NEXTHOPS;
			case NEIGHBORS -> Stage.NEXTHOPS;
			case NEXTHOPS -> Stage.IPV4;
			case IPV4 -> Stage.IPV6;
			case IPV6, FOLLOWING -> Stage.FOLLOWING;
		};
	}

	/** What the kernel said in this and in earlier sessions. */
	record KernelState(KernelLinks links, LinkFacts facts, KernelNexthops nexthops, KernelTable table) {}

	KernelSession(NetlinkSocket socket, KernelSettings settings, FeedLedger ledger, KernelState state) {
		this.socket = socket;
		this.settings = settings;
		this.ledger = ledger;
		this.state = state;
	}

	/** Asks for all that the kernel has. */
	void beginPass(boolean tellAll) {
		tellsAll = tellAll;
		again = false;
		interrupted = false;
		state.links.clear();
		state.facts.beginPass();
		state.nexthops.clear();
		state.table.beginPass(tellAll);
		ask(Stage.LINKS);
	}

	private void ask(Stage next) {
		stage = next;
		sequence++;
		ByteBuffer request = ByteBuffer.allocateDirect(REQUEST_BYTES);
		MessageWriter writer = new MessageWriter(request);
		switch (next) {
			case LINKS -> writer.dump(NetlinkMessage.RTM_GETLINK, NetlinkMessage.AF_UNSPEC, sequence);
			case ADDRESSES -> writer.dump(NetlinkMessage.RTM_GETADDR, NetlinkMessage.AF_UNSPEC, sequence);
			case NEIGHBORS -> writer.dump(NetlinkMessage.RTM_GETNEIGH, NetlinkMessage.AF_UNSPEC, sequence);
			case NEXTHOPS -> writer.dump(NetlinkMessage.RTM_GETNEXTHOP, NetlinkMessage.AF_UNSPEC, sequence);
			case IPV4 -> writer.dumpRoutes(settings.table(), NetlinkMessage.AF_INET, sequence);
			case IPV6 -> writer.dumpRoutes(settings.table(), NetlinkMessage.AF_INET6, sequence);
			case FOLLOWING -> {
				return;
			}
		}
		socket.send(request.flip());
	}

	boolean isDumping() {
		return stage != Stage.FOLLOWING;
	}

	/** Neither ways nor facts of links can be told while the links and nexthop objects are not all there. */
	boolean knowsWays() {
		return stage.compareTo(Stage.NEXTHOPS) > 0;
	}

	/** Something happened after which the kernel does not say what became of its routes. */
	boolean wantsAnotherPass() {
		return again;
	}

	/** Something happened to addresses or neighbors, once. */
	boolean factsMoved() {
		boolean moved = factsMoved && knowsWays();
		factsMoved &= !moved;
		return moved;
	}

	/** What the last pass came to, once. */
	Optional<Pass> finished() {
		Optional<Pass> pass = finished;
		finished = Optional.empty();
		return pass;
	}

	/** Takes a datagram; the messages behind a malformed one are lost, which the exception says. */
	void take(ByteBuffer datagram) {
		MessageWalk walk = new MessageWalk(datagram);
		while (walk.next()) {
			ledger.message();
			boolean ofDump = isDumping() && walk.sequence() == sequence && (walk.flags() & NetlinkMessage.NLM_F_MULTI) != 0;
			interrupted |= ofDump && (walk.flags() & NetlinkMessage.NLM_F_DUMP_INTR) != 0;
			take(walk.message(), ofDump);
		}
	}

	private void take(NetlinkMessage message, boolean ofDump) {
		switch (message) {
			case RouteMessage route -> take(route, ofDump);
			case LinkMessage link -> take(link, ofDump);
			case NexthopMessage nexthop -> {
				state.nexthops.take(nexthop);
				resolveAgain(ofDump);
			}
			case AddressMessage address -> {
				again |= !address.isNew();
				if (settings.addresses()) {
					state.facts.take(address, ofDump);
					factMoved(ofDump);
				}
			}
			case NeighborMessage neighbor -> {
				state.facts.take(neighbor, ofDump);
				factMoved(ofDump);
			}
			case Done done when ofDump -> ended(done.errno());
			case Answer answer when isDumping() && answer.sequence() == sequence -> ended(answer.errno());
			default -> {}
		}
	}

	/** An event amid a dump may be older or newer than what that says. */
	private void factMoved(boolean ofDump) {
		again |= isDumping() && !ofDump;
		factsMoved = true;
	}

	private void take(RouteMessage route, boolean ofDump) {
		if (route.table() != settings.table()) {
			return;
		}
		switch (RouteRule.of(route)) {
			case KERNELS_OWN -> {}
			case POLICY -> ledger.count(KernelErrors.POLICY, !ofDump || tellsAll ? 1 : 0);
			case TAKEN -> {
				if (ofDump) {
					state.table.takeDumped(route);
				} else if (route.isNew()) {
					state.table.announce(route);
				} else {
					state.table.withdraw(route);
				}
			}
		}
	}

	/** With a link that goes or comes, its routes do: of IPv4 the kernel does not say which. */
	private void take(LinkMessage link, boolean ofDump) {
		Optional<LinkMessage> before = state.links.link(link.index());
		state.links.take(link);
		if (!ofDump) {
			boolean same = link.isNew() && before.isPresent() && before.get().name().equals(link.name())
					&& before.get().isUp() == link.isUp() && before.get().hasLink() == link.hasLink();
			again |= !same;
			resolveAgain(same);
		}
	}

	private void resolveAgain(boolean later) {
		if (!later && knowsWays()) {
			state.table.resolveAgain();
		}
	}

	/** Kernels without nexthop objects (before 5.3) say EOPNOTSUPP or EINVAL; a table without a route is ENOENT. */
	private void ended(int errno) {
		boolean fine = errno == 0 || (stage == Stage.NEXTHOPS && (errno == EOPNOTSUPP || errno == EINVAL))
				|| ((stage == Stage.IPV4 || stage == Stage.IPV6) && errno == ENOENT);
		if (!fine) {
			ledger.error(KernelErrors.DUMP_FAILED, "the kernel did not dump its " + stage + ": errno " + errno);
			interrupted = true;
		}
		Stage next = after(stage);
		if (next == Stage.IPV4) {
			stage = next;
			state.table.resolveAgain();
		}
		ask(next);
		if (next == Stage.FOLLOWING) {
			endPass();
		}
	}

	private void endPass() {
		if (interrupted) {
			ledger.count(KernelErrors.DUMP_INTERRUPTED);
			again = true;
			return;
		}
		state.facts.endPass();
		factsMoved = true;
		Pass pass = state.table.endPass();
		again |= pass.again();
		finished = Optional.of(pass);
	}
}
