package io.signalbox.rest;

import io.signalbox.net.Prefix;
import io.signalbox.rest.dto.RouteDto;
import io.signalbox.rib.Candidate;
import io.signalbox.rib.PrefixRoutes;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RouteFilter;
import io.signalbox.rib.RoutePage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A listing of single routes over the RIB's listing of prefixes. Its cursor is {@code prefix}, or {@code prefix,source}
 * where a page ends among the routes to one prefix.
 */
final class RouteListing {
	private final Rib rib;
	private final RouteFilter filter;

	RouteListing(Rib rib, RouteFilter filter) {
		this.rib = rib;
		this.filter = filter;
	}

	/** At most {@code limit} routes after the cursor {@code after}, null for the first. */
	RouteDto.Page page(String after, int limit) {
		List<RouteDto> routes = new ArrayList<>();
		Optional<Prefix> start = Optional.empty();
		if (after != null) {
			int comma = after.indexOf(',');
			Prefix prefix = Parameters.prefix("after", comma < 0 ? after : after.substring(0, comma));
			start = Optional.of(prefix);
			if (comma >= 0) {
				Optional<String> rest = addRest(prefix, after.substring(comma + 1), limit, routes);
				if (rest.isPresent()) {
					return new RouteDto.Page(routes, rest);
				}
			}
		}
		return fill(start, limit, routes);
	}

	/** The routes to a prefix that follow the one of that source; all, where that is gone. */
	private Optional<String> addRest(Prefix prefix, String source, int limit, List<RouteDto> routes) {
		List<Candidate> shown = Await.result(rib.find(filter.vrf(), prefix)).map(this::shown).orElse(List.of());
		int last = 0;
		for (int at = 0; at < shown.size(); at++) {
			last = shown.get(at).route().source().name().equals(source) ? at + 1 : last;
		}
		return add(prefix, shown.subList(last, shown.size()), limit, routes);
	}

	private RouteDto.Page fill(Optional<Prefix> start, int limit, List<RouteDto> routes) {
		Optional<Prefix> after = start;
		while (routes.size() < limit) {
			RoutePage page = Await.result(rib.page(filter, after, limit - routes.size()));
			for (PrefixRoutes of : page.routes()) {
				if (routes.size() == limit) {
					return new RouteDto.Page(routes, after.map(Prefix::toString));
				}
				Optional<String> cut = add(of.prefix(), shown(of), limit, routes);
				if (cut.isPresent()) {
					return new RouteDto.Page(routes, cut);
				}
				after = Optional.of(of.prefix());
			}
			if (page.next().isEmpty()) {
				return new RouteDto.Page(routes, Optional.empty());
			}
			after = page.next();
		}
		return new RouteDto.Page(routes, after.map(Prefix::toString));
	}

	private List<Candidate> shown(PrefixRoutes routes) {
		return filter.source()
				.map(source -> routes.of(source).stream().toList())
				.orElse(routes.candidates());
	}

	/** Adds as many as fit, at least one; the cursor behind the last of them, where not all did. */
	private static Optional<String> add(Prefix prefix, List<Candidate> of, int limit, List<RouteDto> routes) {
		int fitting = Math.min(of.size(), limit - routes.size());
		of.subList(0, fitting).forEach(candidate -> routes.add(RouteDtos.of(candidate)));
		return fitting == of.size()
				? Optional.empty()
				: Optional.of(prefix + "," + of.get(fitting - 1).route().source().name());
	}
}
