package io.signalbox.feed.netlink;

/** Bytes that are no netlink message; the message says which and where. Nothing of the message was taken. */
public final class MalformedMessageException extends RuntimeException {
	private static final long serialVersionUID = 1;

	public MalformedMessageException(String message) {
		super(message);
	}
}
