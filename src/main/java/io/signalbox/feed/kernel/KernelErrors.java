package io.signalbox.feed.kernel;

/** What may go wrong with the feed, and what it leaves out, by the names that are shown. */
final class KernelErrors {
	/** The kernel has thrown events away: the feed was too slow, or its queue too small. */
	static final String OVERRUN = "overrun";
	/** The kernel's tables changed while they were dumped, so that the dump may lack something. */
	static final String DUMP_INTERRUPTED = "dump-interrupted";
	/** The kernel did not give a dump, or did not end it. */
	static final String DUMP_FAILED = "dump-failed";
	static final String MALFORMED = "malformed-message";
	/** Prefixes of which a re-scan found something else than the events had said. */
	static final String MISSED = "missed-change";
	/** Routes by TOS, by source address, and of type throw. */
	static final String POLICY = "policy-route";
	/** Prefixes of whose routes none can be gone: another kind of next hop, or an interface that the box has not. */
	static final String UNUSABLE = "unusable-next-hop";
	/** Addresses and neighbors that the box cannot have. */
	static final String REFUSED_FACT = "refused-address";
	/** Routes that the RIB did not take. */
	static final String REFUSED = "refused-route";
	/** The network namespace cannot be entered. */
	static final String NO_SOCKET = "no-socket";
	/** A fault of the feed's own; the log has it. */
	static final String FAULT = "fault";

	private KernelErrors() {}
}
