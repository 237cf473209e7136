package io.signalbox.config;

import io.signalbox.feed.kernel.KernelSettings;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads {@code feeds.kernel}. */
final class KernelReader {
	private static final String NAMED_NAMESPACES = "/run/netns/";
	private static final int DAY = 86_400;
	private static final long MOST_TABLES = 0xffff_ffffL;
	/** The kernel keeps the double of it in an int. */
	private static final int MOST_BYTES = Integer.MAX_VALUE / 2;

	private KernelReader() {}

	static KernelSettings read(Section section) {
		KernelSettings usual = KernelSettings.defaults();
		KernelSettings settings = new KernelSettings(
				section.integer("table", usual.table(), 1, MOST_TABLES),
				section.text("vrf", usual.vrf()),
				namespace(section),
				(int) section.integer("rescanSeconds", usual.rescanSeconds(), 1, DAY),
				(int) section.integer("timeoutSeconds", usual.timeoutSeconds(), 0, DAY),
				(int) section.integer("receiveBytes", usual.receiveBytes(), 4096, MOST_BYTES),
				section.flag("addresses", usual.addresses()),
				section.flag("neighbors", usual.neighbors()));
		section.finish();
		return settings;
	}

	/** A name as {@code ip netns} has them, or a whole path; empty = the box's own. */
	private static Optional<Path> namespace(Section section) {
		String text = section.text("namespace", "");
		try {
			return text.isEmpty() ? Optional.empty()
					: Optional.of(Path.of(text.startsWith("/") ? text : NAMED_NAMESPACES + text));
		} catch (InvalidPathException wrong) {
			section.problem("namespace", wrong.getMessage());
			return Optional.empty();
		}
	}
}
