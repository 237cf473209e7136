package io.signalbox.feed.bulk;

/** Takes the good routes of a body in their order; {@code index} is the line or element, counted from 0. */
@FunctionalInterface
public interface RouteSink {
	/** The route is valid until the call returns. Throws {@link BadRouteException} when it is not so good after all. */
	void accept(long index, SaidRoute route);
}
