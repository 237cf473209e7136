package io.signalbox.feed;

/** How far a feed has come. */
public enum FeedState {
	/** Runs, and waits for its peer. */
	WAITING,
	/** Takes all that its peer has; what it said before is kept until the end. */
	SYNCING,
	/** Has all that its peer has, and follows it. */
	SYNCED,
	/** Cannot do its work; the last error says why. It goes on trying. */
	FAILED,
	/** Ended with the box, or not yet started. */
	STOPPED
}
