package io.signalbox.feed.bulk;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.signalbox.net.Shown;
import io.signalbox.route.Nexthop;
import io.signalbox.route.Route;
import io.signalbox.route.RouteSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Reads a route's JSON object token by token into a {@link SaidRoute}; strict, as openapi.yaml has it. */
final class RouteReader {
	private final RouteForm form;
	private final SaidRoute route;

	RouteReader(RouteForm form, SaidRoute route) {
		this.form = form;
		this.route = route;
	}

	/** Reads the object that begins at the parser's current token, up to its end. */
	void read(JsonParser json) throws IOException {
		route.clear();
		if (json.currentToken() != JsonToken.START_OBJECT) {
			throw BadRouteException.invalid("", "it must be an object");
		}
		for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
			member(json, name);
		}
		route.check(form);
	}

	private void member(JsonParser json, String name) throws IOException {
		RouteMember member = RouteMember.of(name);
		if (member == null || !form.has(member)) {
			throw BadRouteException.invalid(
					"/" + name, "there is no member " + Shown.quoted(name) + ". There are: " + members());
		}
		if (!route.see(member)) {
			throw BadRouteException.invalid(member.pointer(), name + " is there twice");
		}
		json.nextToken();
		switch (member) {
			case OP -> route.op(text(json, "/op"));
			case DESTINATION_PREFIX -> route.prefix(text(json, "/destinationPrefix"));
			case TYPE -> route.type(text(json, "/type"));
			case NEXT_HOPS -> nextHops(json);
			case METRIC -> route.metric(integer(json, "/metric", 0, Route.MAX_METRIC));
			case PREFERENCE -> route.preference((int) integer(json, "/preference", 1, RouteSource.MAX_DISTANCE));
		}
	}

	private String members() {
		return Arrays.stream(RouteMember.values())
				.filter(form::has)
				.map(RouteMember::toString)
				.collect(Collectors.joining(", "));
	}

	private void nextHops(JsonParser json) throws IOException {
		if (json.currentToken() != JsonToken.START_ARRAY) {
			throw BadRouteException.invalid("/nextHops", "nextHops must be an array");
		}
		while (json.nextToken() != JsonToken.END_ARRAY) {
			route.hops().add(nextHop(json, route.hops().pointer()));
		}
	}

	private static SaidHops.Hop nextHop(JsonParser json, String pointer) throws IOException {
		if (json.currentToken() != JsonToken.START_OBJECT) {
			throw BadRouteException.invalid(pointer, "a next hop must be an object");
		}
		String address = null;
		String interfaceName = null;
		String vrf = null;
		boolean onLink = false;
		int weight = 1;
		for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
			json.nextToken();
			String at = pointer + "/" + name;
			switch (name) {
				case "address" -> address = once(address, text(json, at), at);
				case "interface" -> interfaceName = once(interfaceName, text(json, at), at);
				case "vrf" -> vrf = once(vrf, text(json, at), at);
				case "onLink" -> onLink = bool(json, at);
				case "weight" -> weight = (int) integer(json, at, 1, Nexthop.Member.MAX_WEIGHT);
				default -> throw BadRouteException.invalid(
						at,
						"a next hop has no member " + Shown.quoted(name) + ". There are: address, interface, vrf, onLink, weight");
			}
		}
		return new SaidHops.Hop(address, interfaceName, vrf, onLink, weight);
	}

	private static boolean bool(JsonParser json, String pointer) {
		return switch (json.currentToken()) {
			case VALUE_TRUE -> true;
			case VALUE_FALSE -> false;
			default -> throw BadRouteException.invalid(pointer, pointer.substring(1) + " must be true or false");
		};
	}

	private static String once(String before, String now, String pointer) {
		if (before != null) {
			throw BadRouteException.invalid(pointer, pointer.substring(1) + " is there twice");
		}
		return now;
	}

	private static String text(JsonParser json, String pointer) throws IOException {
		if (json.currentToken() != JsonToken.VALUE_STRING) {
			throw BadRouteException.invalid(pointer, pointer.substring(1) + " must be a string");
		}
		return json.getText();
	}

	private static long integer(JsonParser json, String pointer, long least, long most) throws IOException {
		boolean fits = json.currentToken() == JsonToken.VALUE_NUMBER_INT
				&& json.getNumberType() != JsonParser.NumberType.BIG_INTEGER
				&& json.getLongValue() >= least
				&& json.getLongValue() <= most;
		if (!fits) {
			throw BadRouteException.invalid(
					pointer, pointer.substring(1) + " must be an integer from " + least + " to " + most);
		}
		return json.getLongValue();
	}
}
