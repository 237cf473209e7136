package io.signalbox.snapshot;

/** Why a snapshot is not used. The names are what the API, the metric and the log say. */
public enum Reason {
	/** It cannot be read from the disk. */
	UNREADABLE,
	/** It does not begin as a snapshot does. */
	NO_SNAPSHOT,
	/** It is of a version that this program does not know. */
	VERSION,
	/** It ends before its end. */
	CUT,
	/** A checksum or a value in it is wrong. */
	DAMAGED,
	/** It is older than {@code snapshot.maxAgeSeconds}. */
	TOO_OLD,
	/** Not all of it fits into the tables. */
	NO_CAPACITY,
	/** Some of it is of a VRF that is no more. */
	NO_VRF
}
