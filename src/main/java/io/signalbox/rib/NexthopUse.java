package io.signalbox.rib;

import io.signalbox.route.Nexthop;
import java.util.Optional;

/**
 * A nexthop of the RIB at one moment.
 *
 * @param routes how many routes say it, active or not
 * @param reason why it does not resolve; empty when it does
 */
public record NexthopUse(
		int id, Nexthop nexthop, Optional<ResolvedNexthop> resolved, Optional<String> reason, int routes) {}
