package io.signalbox.feed.mrt;

/** What is at an offset of the file is not what it must be; whoever catches it decides how much is refused. */
final class MalformedException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	private final long offset;

	MalformedException(long offset, String detail) {
		super(detail, null, false, false);
		this.offset = offset;
	}

	/** In the unpacked file, counted from 0. */
	long offset() {
		return offset;
	}
}
