package io.signalbox.feed.bulk;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Bodies that hold many routes, read as they come: never the whole in memory, and no more than a line's garbage a line.
 * Every method gives good routes to the sink and bad ones to {@code rejections}.
 */
public final class RouteBodies {
	private static final JsonFactory JSON = JsonFactory.builder()
			.streamReadConstraints(StreamReadConstraints.builder()
					.maxNestingDepth(8)
					.maxNumberLength(32)
					.maxStringLength(Lines.LONGEST)
					.build())
			.build();

	private RouteBodies() {}

	/** {@code application/json}: one object. Throws {@link BadRouteException}. */
	public static SaidRoute readOne(InputStream body, RouteForm form) throws IOException {
		SaidRoute route = new SaidRoute();
		try (JsonParser json = JSON.createParser(body)) {
			if (json.nextToken() == null) {
				throw BadRouteException.invalid("", "the body is empty");
			}
			new RouteReader(form, route).read(json);
			if (json.nextToken() != null) {
				throw BadRouteException.invalid("", "the body goes on after its object");
			}
			return route;
		} catch (JsonProcessingException syntax) {
			throw notJson(syntax);
		}
	}

	/** {@code application/x-ndjson}: an object a line; blank lines are passed over. */
	public static void readNdjson(InputStream body, RouteForm form, Rejections rejections, RouteSink sink)
			throws IOException {
		SaidRoute route = new SaidRoute();
		RouteReader reader = new RouteReader(form, route);
		readLines(new Lines(body), rejections, lines -> {
			if (!lines.isBlank()) {
				readLine(lines, reader);
				sink.accept(lines.number() - 1, route);
			}
		});
	}

	private static void readLine(Lines lines, RouteReader reader) throws IOException {
		try (JsonParser json = JSON.createParser(lines.buffer(), lines.start(), lines.end() - lines.start())) {
			json.nextToken();
			reader.read(json);
			if (json.nextToken() != null) {
				throw BadRouteException.invalid("", "the line goes on after its object");
			}
		} catch (JsonProcessingException syntax) {
			throw notJson(syntax);
		}
	}

	private static BadRouteException notJson(JsonProcessingException syntax) {
		return BadRouteException.invalid("", "it is not valid JSON: " + syntax.getOriginalMessage());
	}

	/**
	 * {@code text/plain}: prefix, white space, next hop's address or {@code blackhole}, {@code unreachable},
	 * {@code prohibit}. Blank lines and lines that begin with {@code #} are passed over.
	 */
	public static void readText(InputStream body, Rejections rejections, RouteSink sink) throws IOException {
		SaidRoute route = new SaidRoute();
		readLines(new Lines(body), rejections, lines -> {
			if (!lines.isBlank() && lines.buffer()[lines.start()] != '#') {
				readText(lines, route);
				sink.accept(lines.number() - 1, route);
			}
		});
	}

	private static void readText(Lines lines, SaidRoute route) {
		String text = new String(
						lines.buffer(), lines.start(), lines.end() - lines.start(), StandardCharsets.UTF_8)
				.strip();
		int gap = 0;
		while (gap < text.length() && text.charAt(gap) != ' ' && text.charAt(gap) != '\t') {
			gap++;
		}
		String nexthop = text.substring(gap).strip();
		route.clear();
		route.prefix(text.substring(0, gap));
		switch (nexthop) {
			case "" -> throw BadRouteException.invalid(
					"", "the next hop is missing: write prefix, a space, and an address, blackhole, unreachable or prohibit");
			case "blackhole", "unreachable", "prohibit" -> route.type(nexthop);
			default -> route.hops().add(new SaidHops.Hop(nexthop, null, null, false, 1));
		}
	}

	private static void readLines(Lines lines, Rejections rejections, Step step) throws IOException {
		while (goesOn(lines, rejections)) {
			try {
				step.read(lines);
			} catch (BadRouteException bad) {
				rejections.add(lines.number() - 1, bad.atLine(lines.number()));
			}
		}
	}

	private static boolean goesOn(Lines lines, Rejections rejections) throws IOException {
		try {
			return lines.next();
		} catch (BadRouteException tooLong) {
			rejections.add(lines.number() - 1, tooLong.atLine(lines.number()));
			return false;
		}
	}

	/** {@code application/json}: an array of objects. What is no JSON ends the reading. */
	public static void readArray(InputStream body, RouteForm form, Rejections rejections, RouteSink sink)
			throws IOException {
		SaidRoute route = new SaidRoute();
		RouteReader reader = new RouteReader(form, route);
		long index = 0;
		try (JsonParser json = JSON.createParser(body)) {
			if (json.nextToken() != JsonToken.START_ARRAY) {
				throw whole("the body must be an array");
			}
			for (; json.nextToken() != JsonToken.END_ARRAY; index++) {
				try {
					reader.read(json);
					sink.accept(index, route);
				} catch (BadRouteException bad) {
					skipElement(json);
					rejections.add(index, bad.atElement(index));
				}
			}
			if (json.nextToken() != null) {
				throw whole("the body goes on after its array");
			}
		} catch (JsonProcessingException syntax) {
			throw new RejectedException(
					new Rejections.Rejection(index, notJson(syntax).atElement(index)));
		}
	}

	private static RejectedException whole(String reason) {
		return new RejectedException(new Rejections.Rejection(0, BadRouteException.invalid("", reason)));
	}

	/** To the end of the array's element in which the parser stands. */
	private static void skipElement(JsonParser json) throws IOException {
		while (json.getParsingContext().getNestingDepth() > 1) {
			json.nextToken();
		}
	}

	@FunctionalInterface
	private interface Step {
		void read(Lines lines) throws IOException;
	}
}
