package io.signalbox.rest;

import io.signalbox.net.Prefix;
import io.signalbox.rest.dto.NextHopDto;
import io.signalbox.rest.dto.ReplaceResultDto;
import io.signalbox.rest.dto.RouteDto;
import io.signalbox.rib.Candidate;
import io.signalbox.rib.Difference;
import io.signalbox.rib.PrefixRoutes;
import io.signalbox.rib.ResolvedNexthop;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Route;
import java.util.List;
import java.util.Optional;

/** The RIB's routes in the words of openapi.yaml. */
final class RouteDtos {
	private static final int ONLY = 1;

	private RouteDtos() {}

	/** What the ETag of a static route stands for. */
	private record Configuration(Prefix prefix, Nexthop nexthop, long metric, int distance) {}

	static String etag(Candidate candidate) {
		Route route = candidate.route();
		return Etag.of(new Configuration(route.prefix(), route.nexthop(), route.metric(), route.distance()));
	}

	static RouteDto of(Candidate candidate) {
		Route route = candidate.route();
		return new RouteDto(
				route.prefix(),
				route.source().name(),
				type(route.nexthop()),
				nextHops(route.nexthop(), candidate.resolved().flatMap(ResolvedNexthop::interfaceName)),
				route.distance(),
				route.metric(),
				candidate.active(),
				inactiveReason(candidate),
				candidate.reason());
	}

	static ReplaceResultDto.Difference of(Difference difference) {
		return new ReplaceResultDto.Difference(
				difference.prefix(), difference.before().map(RouteDtos::said), difference.after().map(RouteDtos::said));
	}

	private static ReplaceResultDto.Said said(Route route) {
		return new ReplaceResultDto.Said(
				type(route.nexthop()),
				nextHops(route.nexthop(), Optional.empty()),
				route.distance(),
				route.metric());
	}

	private static Optional<String> inactiveReason(Candidate candidate) {
		if (candidate.active()) {
			return Optional.empty();
		}
		return Optional.of(candidate.resolved().isPresent() ? "not-best" : "unresolved");
	}

	static RouteDto.Candidates of(String vrf, PrefixRoutes routes) {
		return new RouteDto.Candidates(
				routes.prefix(),
				vrf,
				routes.candidates().stream().map(RouteDtos::of).toList());
	}

	private static String type(Nexthop nexthop) {
		return switch (nexthop) {
			case Nexthop.Via via -> "unicast";
			case Nexthop.Connected connected -> "unicast";
			case Nexthop.Multipath many -> "unicast";
			case Nexthop.Local local -> "local";
			case Nexthop.Blackhole blackhole -> "blackhole";
			case Nexthop.Unreachable unreachable -> "unreachable";
			case Nexthop.Prohibit prohibit -> "prohibit";
		};
	}

	/** As its source said it. */
	static List<NextHopDto> nextHops(Nexthop nexthop) {
		return nextHops(nexthop, Optional.empty());
	}

	/** With the interface that it resolves to, where the source named none and there is one next hop. */
	private static List<NextHopDto> nextHops(Nexthop nexthop, Optional<String> resolved) {
		return switch (nexthop) {
			case Nexthop.Hop hop -> List.of(nextHop(hop, ONLY, resolved));
			case Nexthop.Multipath many -> many.members().stream()
					.map(member -> nextHop(member.hop(), member.weight(), Optional.empty()))
					.toList();
			case Nexthop.Local local -> List.of();
			case Nexthop.Blackhole blackhole -> List.of();
			case Nexthop.Unreachable unreachable -> List.of();
			case Nexthop.Prohibit prohibit -> List.of();
		};
	}

	private static NextHopDto nextHop(Nexthop.Hop hop, int weight, Optional<String> resolved) {
		return switch (hop) {
			case Nexthop.Via via -> new NextHopDto(
					Optional.of(via.address()),
					via.interfaceName().or(() -> resolved),
					weight,
					via.vrf(),
					Optional.of(via.onlink()).filter(onLink -> onLink));
			case Nexthop.Connected connected -> new NextHopDto(
					Optional.empty(), Optional.of(connected.interfaceName()), weight, Optional.empty(), Optional.empty());
		};
	}
}
