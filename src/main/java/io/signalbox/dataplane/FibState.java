package io.signalbox.dataplane;

import java.util.List;

/** {@code struct sbx_fib_state}; {@code byLength.get(n)} = routes of prefix length n. */
public record FibState(
		long generation,
		long routes,
		long routesMax,
		long groups,
		long groupsMax,
		long bytes,
		List<Long> byLength) {
	public FibState {
		byLength = List.copyOf(byLength);
	}
}
