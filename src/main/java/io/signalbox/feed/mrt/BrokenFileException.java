package io.signalbox.feed.mrt;

/** From here on the file cannot be read. */
final class BrokenFileException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	private final transient Finding finding;

	BrokenFileException(Finding finding) {
		super(finding.detail(), null, false, false);
		this.finding = finding;
	}

	Finding finding() {
		return finding;
	}
}
