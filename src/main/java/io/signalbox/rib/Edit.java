package io.signalbox.rib;

/** What one kind of transaction does beyond what all do. */
abstract class Edit {
	/** Changes the routes of the transaction's source, by its number. */
	abstract void run(int source);

	/** Looks at what {@link #run} did, before anything of it is undone. */
	void observe(int source) {}

	/** Adds winners that changed for another reason than their own routes. */
	void emit(RouteTable table, FibRoutes change) {}

	/** True when what nexthops resolve to may have changed for another reason than routes. */
	boolean movesNexthops() {
		return false;
	}

	/** Puts back what is no route. */
	void undo() {}

	/** True when nothing is to be changed in the end. */
	boolean isDry() {
		return false;
	}

	/** How many routes that it was about stay as they are. */
	int unchanged(int source, SourceDiff.Counts counts) {
		return 0;
	}
}
