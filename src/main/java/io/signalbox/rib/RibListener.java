package io.signalbox.rib;

/** Whoever wants the RIB's winners. Called by {@code rib-writer} only, one call at a time. */
@FunctionalInterface
public interface RibListener {
	/**
	 * Takes one commit whole, or throws and has taken nothing of it: the RIB then is as it was before, and who asked for
	 * the change gets the exception.
	 *
	 * @return the generation that carries the change
	 */
	long commit(FibChange change);

	/** There is a VRF of that number from now on, without a route; throws when it cannot be. */
	default void vrfAdded(int number) {}

	/** The VRF, which has no route, goes; throws when it must stay. */
	default void vrfRemoved(int number) {}
}
