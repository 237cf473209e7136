package io.signalbox.imports;

/** Where an import's routes come from. */
public enum ImportFormat {
	NDJSON,
	TEXT,
	MRT,
	/** What the source said before its last replacement. */
	ROLLBACK
}
