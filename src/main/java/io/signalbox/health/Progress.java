package io.signalbox.health;

import java.util.EnumSet;
import java.util.Set;

/**
 * How far the box has come since its start: written by whoever starts it, read by the probes.
 *
 * <p>Any thread may call it.
 */
public final class Progress {
	/** What the start does, in its order. */
	public enum Stage {
		/** EAL is up and the workers run. */
		DATA_PLANE,
		/** Every configured interface has been added. */
		INTERFACES,
		/** Every configured route is in the RIB, and its winners are in the FIB. */
		ROUTES
	}

	private final Set<Stage> reached = EnumSet.noneOf(Stage.class);

	/** Says that a stage is done. */
	public synchronized void reached(Stage stage) {
		reached.add(stage);
	}

	public synchronized boolean hasReached(Stage stage) {
		return reached.contains(stage);
	}
}
