package io.signalbox.feed.mrt;

/** Records of TABLE_DUMP_V2 (RFC 6396 4.3, RFC 8050 4): the peers of a RIB, then its prefixes. One thread. */
final class TableDumpV2 {
	private static final int PEER_INDEX_TABLE = 1;
	private static final int RIB_IPV4_UNICAST = 2;
	private static final int RIB_IPV6_UNICAST = 4;
	private static final int RIB_IPV4_UNICAST_ADDPATH = 8;
	private static final int RIB_IPV6_UNICAST_ADDPATH = 10;

	private static final int[] NO_PEERS = {};
	private static final int COLLECTOR = 4;
	private static final int BGP_IDENTIFIER = 4;
	private static final int PEER_IS_IPV6 = 1;
	private static final int PEER_HAS_AS4 = 2;

	private static final int SEQUENCE = 4;
	private static final int TIME = 4;
	private static final int PATH_ID = 4;

	private final Paths paths;
	private final RibEntry entry;
	private final PrefixList prefix = new PrefixList();
	private final Octets entries = new Octets();
	private int[] peers = NO_PEERS;

	TableDumpV2(Paths paths) {
		this.paths = paths;
		this.entry = new RibEntry(paths);
	}

	/** False for a subtype that is not read. */
	boolean read(int subtype, Octets body) {
		switch (subtype) {
			case PEER_INDEX_TABLE -> peerIndex(body);
			case RIB_IPV4_UNICAST -> rib(body, false, false);
			case RIB_IPV6_UNICAST -> rib(body, true, false);
			case RIB_IPV4_UNICAST_ADDPATH -> rib(body, false, true);
			case RIB_IPV6_UNICAST_ADDPATH -> rib(body, true, true);
			default -> {
				return false;
			}
		}
		return true;
	}

	/** The peers that the records from here to the next table mean. */
	private void peerIndex(Octets body) {
		peers = NO_PEERS;
		body.skip(COLLECTOR);
		body.skip(body.u16());
		int[] table = new int[body.u16()];
		for (int at = 0; at < table.length; at++) {
			int type = body.u8();
			body.skip(BGP_IDENTIFIER);
			table[at] = paths.peers().number(
					body.address((type & PEER_IS_IPV6) != 0),
					(type & PEER_HAS_AS4) != 0 ? Integer.toUnsignedLong(body.bits32()) : body.u16());
		}
		peers = table;
	}

	private void rib(Octets body, boolean ipv6, boolean withPathIds) {
		body.skip(SEQUENCE);
		prefix.readOne(body, ipv6);
		int count = body.u16();
		body.copyTo(entries);
		check(entries, count, withPathIds);
		for (int at = 0; at < count; at++) {
			long offset = body.offset();
			int peer = peers[body.u16()];
			body.skip(TIME);
			int pathId = withPathIds ? body.bits32() : 0;
			entry.read(body, prefix, peer, pathId, true, offset);
		}
	}

	/** All entries are whole and name a peer of the table, or the record is refused before any of it counts. */
	private void check(Octets octets, int count, boolean withPathIds) {
		for (int at = 0; at < count; at++) {
			long offset = octets.offset();
			int peer = octets.u16();
			if (peer >= peers.length) {
				throw new MalformedException(
						offset, "peer " + peer + " of " + peers.length + " in the PEER_INDEX_TABLE before");
			}
			octets.skip(withPathIds ? TIME + PATH_ID : TIME);
			octets.skip(octets.u16());
		}
	}
}
