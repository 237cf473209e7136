package io.signalbox.interfaces;

import java.util.ArrayDeque;
import java.util.Deque;

/** The steps of one change; those done are taken back, the last first, when a later one fails. */
final class Steps {
	private final Deque<Runnable> undone = new ArrayDeque<>();

	/** Does a step that {@code back} takes back. */
	void run(Runnable step, Runnable back) {
		step.run();
		undone.push(back);
	}

	/** Takes back what was done and returns the failure; what fails in turn is attached to it. */
	RuntimeException takeBack(RuntimeException failure) {
		for (Runnable back : undone) {
			try {
				back.run();
			} catch (RuntimeException alsoFailed) {
				failure.addSuppressed(alsoFailed);
			}
		}
		undone.clear();
		return failure;
	}
}
