package io.signalbox.feed.bulk;

/** The members of a route as a JSON object. */
enum RouteMember {
	OP("op"),
	DESTINATION_PREFIX("destinationPrefix"),
	TYPE("type"),
	NEXT_HOPS("nextHops"),
	METRIC("metric"),
	PREFERENCE("preference");

	private final String text;

	RouteMember(String text) {
		this.text = text;
	}

	/** The member of that name, null when there is none. */
	static RouteMember of(String name) {
		return switch (name) {
			case "op" -> OP;
			case "destinationPrefix" -> DESTINATION_PREFIX;
			case "type" -> TYPE;
			case "nextHops" -> NEXT_HOPS;
			case "metric" -> METRIC;
			case "preference" -> PREFERENCE;
			default -> null;
		};
	}

	String pointer() {
		return "/" + text;
	}

	@Override
	public String toString() {
		return text;
	}
}
