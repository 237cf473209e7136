package io.signalbox.fib;

/** What an audit may find different. */
public enum AuditKind {
	/** A nexthop that the data plane has otherwise than it was set, or not at all. */
	NEXTHOP,
	/** A damaged record that the FIB had to drop. */
	RECORD,
	/** A route that the FIB has to another nexthop. */
	WRONG_ROUTE,
	MISSING_ROUTE,
	/** A route that the FIB was not told, or told to remove. */
	EXTRA_ROUTE,
	/** An answer that packets got and that the FIB's own routes do not give. */
	SLOT,
	/** Memory of the FIB that nothing led to. */
	LEAKED_GROUP,
	/** An address that the data plane looks up otherwise than the RIB. */
	LOOKUP,
	/** An answer kept by a core's route cache that the FIB does not give. */
	CACHE_ENTRY
}
