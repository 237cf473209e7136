package io.signalbox.rib;

/** Whoever wants the RIB's winners. Called by {@code rib-writer} only, one commit at a time. */
public interface RibListener {
	/**
	 * Takes one commit whole, or throws and has taken nothing of it: the RIB then is as it was before, and who asked for
	 * the change gets the exception.
	 *
	 * @return the generation that carries the change
	 */
	long commit(FibChange change);
}
