package io.signalbox.imports;

/** How far an import is. */
public enum ImportState {
	/** Its body comes in; it can be cancelled, for nothing has changed yet. */
	READING,
	/** The RIB has its routes and works. */
	APPLYING,
	/** All of it forwards (or would, for a dry run). */
	DONE,
	/** Nothing has changed, like after {@link #CANCELLED}. */
	FAILED,
	CANCELLED;

	public boolean isOver() {
		return this != READING && this != APPLYING;
	}
}
