package io.signalbox.feed.bulk;

/** The forms in which a route comes as a JSON object: openapi.yaml has each as a schema. */
public enum RouteForm {
	NEW_ROUTE,
	SOURCE_ROUTE,
	ROUTE_OPERATION;

	boolean requires(RouteMember member) {
		return switch (member) {
			case OP -> this == ROUTE_OPERATION;
			case DESTINATION_PREFIX -> this != NEW_ROUTE;
			case TYPE, NEXT_HOPS, METRIC, PREFERENCE -> false;
		};
	}

	boolean has(RouteMember member) {
		return switch (member) {
			case OP, DESTINATION_PREFIX -> requires(member);
			case TYPE, NEXT_HOPS, METRIC, PREFERENCE -> true;
		};
	}
}
