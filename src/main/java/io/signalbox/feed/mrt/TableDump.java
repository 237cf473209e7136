package io.signalbox.feed.mrt;

/** Records of TABLE_DUMP (RFC 6396 4.2): one path of a RIB each. One thread. */
final class TableDump {
	private static final int AFI_IPV4 = 1;
	private static final int AFI_IPV6 = 2;
	private static final int VIEW_AND_SEQUENCE = 4;
	private static final int STATUS_AND_TIME = 5;

	private final Paths paths;
	private final RibEntry entry;
	private final PrefixList prefix = new PrefixList();

	TableDump(Paths paths) {
		this.paths = paths;
		this.entry = new RibEntry(paths);
	}

	/** False for a subtype that is not read. */
	boolean read(int subtype, Octets body) {
		if (subtype != AFI_IPV4 && subtype != AFI_IPV6) {
			return false;
		}
		boolean ipv6 = subtype == AFI_IPV6;
		long offset = body.offset();
		body.skip(VIEW_AND_SEQUENCE);
		prefix.readAddressAndLength(body, ipv6);
		body.skip(STATUS_AND_TIME);
		int peer = paths.peers().number(body.address(ipv6), body.u16());
		entry.read(body, prefix, peer, 0, false, offset);
		return true;
	}
}
