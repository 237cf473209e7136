package io.signalbox.feed.mrt;

import java.util.Optional;

/** A file cannot be taken; nothing of it was. */
public final class RefusedException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	private final Reason reason;
	private final transient Optional<Finding> finding;

	/** What kind of thing is in the way. */
	public enum Reason {
		/** It cannot be read to its end. */
		BROKEN,
		/** It ends without any route: more likely the wrong file than a source that has none any more. */
		NO_ROUTES,
		/** The peer that is asked for is not there, or one must be chosen. */
		PEER,
		/** It holds more than the box takes. */
		TOO_MUCH
	}

	RefusedException(Reason reason, String detail) {
		super(detail, null, false, false);
		this.reason = reason;
		this.finding = Optional.empty();
	}

	RefusedException(Reason reason, Finding finding, String more) {
		super(finding.text() + more, null, false, false);
		this.reason = reason;
		this.finding = Optional.of(finding);
	}

	public Reason reason() {
		return reason;
	}

	/** Where it is, if it is in one place. */
	public Optional<Finding> finding() {
		return finding;
	}
}
