package io.signalbox.feed.mrt;

/** Records of BGP4MP and BGP4MP_ET (RFC 6396 4.4, RFC 8050 3): what happens in sessions with peers. One thread. */
final class Bgp4mp {
	private static final int STATE_CHANGE = 0;
	private static final int MESSAGE = 1;
	private static final int MESSAGE_AS4 = 4;
	private static final int STATE_CHANGE_AS4 = 5;
	private static final int MESSAGE_ADDPATH = 8;
	private static final int MESSAGE_AS4_ADDPATH = 9;

	private static final int AFI_IPV4 = 1;
	private static final int AFI_IPV6 = 2;
	private static final int MICROSECONDS = 4;
	private static final int INTERFACE = 2;
	private static final int OLD_STATE = 2;
	private static final int ESTABLISHED = 6;

	private static final int MARKER = 16;
	private static final int MESSAGE_HEADER = 19;
	private static final int UPDATE = 2;

	/** OPEN to ROUTE-REFRESH: RFC 4271 4.1, RFC 2918 3. */
	private static final int LAST_KNOWN = 5;

	private final Paths paths;
	private final Update update;
	private final Octets message = new Octets();

	Bgp4mp(Paths paths) {
		this.paths = paths;
		this.update = new Update(paths.findings());
	}

	/** False for a subtype that is not read. What was sent to peers is none of it. */
	boolean read(int subtype, boolean extendedTime, Octets body) {
		if (extendedTime) {
			body.skip(MICROSECONDS);
		}
		switch (subtype) {
			case STATE_CHANGE -> stateChange(body, false);
			case STATE_CHANGE_AS4 -> stateChange(body, true);
			case MESSAGE -> message(body, false, false);
			case MESSAGE_AS4 -> message(body, true, false);
			case MESSAGE_ADDPATH -> message(body, false, true);
			case MESSAGE_AS4_ADDPATH -> message(body, true, true);
			default -> {
				return false;
			}
		}
		return true;
	}

	/** Whatever state a session goes to but one, what its peer said is gone. */
	private void stateChange(Octets body, boolean as4) {
		int peer = peer(body, as4);
		body.skip(OLD_STATE);
		if (body.u16() != ESTABLISHED) {
			paths.peers().endSession(peer);
		}
	}

	private void message(Octets body, boolean as4, boolean withPathIds) {
		int peer = peer(body, as4);
		long offset = body.offset();
		body.skip(MARKER);
		int length = body.u16();
		if (length < MESSAGE_HEADER) {
			throw new MalformedException(offset, "a BGP message says a length of " + length + " octets");
		}
		int type = body.u8();
		if (type == UPDATE && paths.peers().isWanted(peer)) {
			body.split(length - MESSAGE_HEADER, message);
			update.read(message, as4, withPathIds);
			update.tell(paths, peer);
		} else if (type == 0 || type > LAST_KNOWN) {
			paths.findings().skip("BGP message of type " + type);
		}
	}

	private int peer(Octets body, boolean as4) {
		long as = as(body, as4);
		as(body, as4);
		body.skip(INTERFACE);
		long offset = body.offset();
		int family = body.u16();
		if (family != AFI_IPV4 && family != AFI_IPV6) {
			throw new MalformedException(offset, "a peer of address family " + family);
		}
		int peer = paths.peers().number(body.address(family == AFI_IPV6), as);
		body.address(family == AFI_IPV6);
		return peer;
	}

	private static long as(Octets body, boolean as4) {
		return as4 ? Integer.toUnsignedLong(body.bits32()) : body.u16();
	}
}
