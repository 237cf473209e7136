package io.signalbox.rib;

import io.signalbox.route.Route;
import java.time.Instant;
import java.util.Optional;

/**
 * A route as the RIB has it, at one moment.
 *
 * @param nexthopId its nexthop's id, shared by all routes that say the same nexthop
 * @param active whether it is the one in the FIB
 * @param reason why it is not active; empty when it is
 * @param resolved what its nexthop resolves to
 * @param since when its source said it in this form
 */
public record Candidate(
		Route route,
		int nexthopId,
		boolean active,
		Optional<String> reason,
		Optional<ResolvedNexthop> resolved,
		Instant since) {}
