package io.signalbox.feed.kernel;

import io.signalbox.route.RouteChanges;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which of a kernel's tables is followed, and how.
 *
 * @param table number of the routing table; 254 is {@code main}
 * @param vrf of the box, for its routes
 * @param namespace file of the network namespace that the table is in; empty = the box's own
 * @param rescanSeconds between two comparisons with all that the kernel has
 * @param timeoutSeconds after which the box counts as ready though the feed has not come to its end
 * @param receiveBytes what the kernel may queue for the feed
 * @param addresses whether the kernel's addresses of an interface that the box has are the box's as well
 * @param neighbors whether the kernel's permanent neighbors there are
 */
public record KernelSettings(
		long table,
		String vrf,
		Optional<Path> namespace,
		int rescanSeconds,
		int timeoutSeconds,
		int receiveBytes,
		boolean addresses,
		boolean neighbors) {
	public static final int MAIN = 254;

	/** Room for some 20,000 changes: the kernel counts 800 bytes or so for each. */
	public static final int RECEIVE_BYTES = 16 << 20;

	public static KernelSettings defaults() {
		return new KernelSettings(MAIN, RouteChanges.DEFAULT_VRF, Optional.empty(), 60, 60, RECEIVE_BYTES, false, false);
	}
}
