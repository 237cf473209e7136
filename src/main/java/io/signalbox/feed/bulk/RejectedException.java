package io.signalbox.feed.bulk;

/** The reading of a body ended at a bad route. */
public final class RejectedException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	private final transient Rejections.Rejection rejection;

	RejectedException(Rejections.Rejection rejection) {
		super(rejection.problem().getMessage(), null, false, false);
		this.rejection = rejection;
	}

	public Rejections.Rejection rejection() {
		return rejection;
	}
}
