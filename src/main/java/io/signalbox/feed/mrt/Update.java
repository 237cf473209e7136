package io.signalbox.feed.mrt;

import io.signalbox.net.IpAddress;
import java.util.Optional;

/**
 * A BGP UPDATE (RFC 4271 4.3, RFC 4760). It is read whole before any of it counts: where something in it is malformed
 * nothing does. One object serves all messages. One thread.
 */
final class Update {
	private static final int IPV4 = 1;
	private static final int IPV6 = 2;
	private static final int UNICAST = 1;

	private final Findings findings;
	private final Octets part = new Octets();
	private final Attributes attributes = new Attributes();
	private final PrefixList withdrawn = new PrefixList();
	private final PrefixList announced = new PrefixList();
	private final PrefixList unreachable = new PrefixList();
	private final PrefixList reachable = new PrefixList();
	private Optional<IpAddress> nextHopOfReachable = Optional.empty();
	private long offset;

	Update(Findings findings) {
		this.findings = findings;
	}

	/** Reads what follows the message's header. */
	void read(Octets message, boolean as4, boolean withPathIds) {
		offset = message.offset();
		message.split(message.u16(), part);
		withdrawn.read(part, false, withPathIds);
		message.split(message.u16(), part);
		attributes.read(part, as4);
		announced.read(message, false, withPathIds);
		readUnreachable(withPathIds);
		readReachable(withPathIds);
	}

	private void readUnreachable(boolean withPathIds) {
		unreachable.clear();
		if (attributes.hasUnreach()) {
			Octets unreach = attributes.unreach();
			int family = unreach.u16();
			if (isRead(family, unreach.u8())) {
				unreachable.read(unreach, family == IPV6, withPathIds);
			}
		}
	}

	private void readReachable(boolean withPathIds) {
		reachable.clear();
		if (attributes.hasReach()) {
			Octets reach = attributes.reach();
			int family = reach.u16();
			if (isRead(family, reach.u8())) {
				nextHopOfReachable = Optional.of(MpReach.nextHop(reach));
				reach.skip(1);
				reachable.read(reach, family == IPV6, withPathIds);
			}
		}
	}

	private boolean isRead(int family, int subsequentFamily) {
		boolean read = (family == IPV4 || family == IPV6) && subsequentFamily == UNICAST;
		if (!read) {
			findings.skip("UPDATE of AFI " + family + ", SAFI " + subsequentFamily);
		}
		return read;
	}

	/** Tells what was read; a prefix that is both withdrawn and announced is announced. */
	void tell(Paths paths, int peer) {
		paths.withdraw(withdrawn, peer);
		paths.withdraw(unreachable, peer);
		paths.announce(announced, peer, attributes.nextHop(), attributes.asPathLength(), offset);
		paths.announce(reachable, peer, nextHopOfReachable, attributes.asPathLength(), offset);
		paths.reportCut(withdrawn);
		paths.reportCut(unreachable);
		paths.reportCut(announced);
		paths.reportCut(reachable);
	}
}
