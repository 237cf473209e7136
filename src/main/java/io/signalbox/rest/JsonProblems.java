package io.signalbox.rest;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.signalbox.net.NonCanonicalPrefixException;
import io.signalbox.net.Shown;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What is wrong with a JSON body, said in the words of the document and not of the Java behind it. */
final class JsonProblems {
	/** How Jackson's message for a null that is no value begins, and ours. */
	static final String NULL = "Null value";

	/** The part of a parser's message that is about the client's text. */
	private static final Pattern SAID = Pattern.compile(
			"^(Duplicate field|Unrecognized token|Unexpected character|Unexpected close marker) \\(?'(.+?)'(?=[ :]|$)");

	private JsonProblems() {}

	static ProblemException of(JacksonException json) {
		return switch (json) {
			case StreamReadException syntax -> syntax(syntax);
			case JsonMappingException mapping -> mapping(mapping);
			default -> ProblemException.member("", "The body is not valid JSON");
		};
	}

	private static ProblemException syntax(StreamReadException syntax) {
		JsonLocation at = syntax.getLocation();
		String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
		return ProblemException.member("", "The body is not valid JSON" + where + reason(syntax));
	}

	/** Of the parser's message what a client can use: its tail names the parser's own classes and switches. */
	private static String reason(StreamReadException syntax) {
		if (syntax instanceof JsonEOFException) {
			return ": it ends too early";
		}
		Matcher said = SAID.matcher(syntax.getOriginalMessage());
		if (!said.find()) {
			return "";
		}
		return switch (said.group(1)) {
			case "Duplicate field" -> ": the member " + Shown.quoted(said.group(2)) + " is given twice";
			case "Unrecognized token" -> ": " + Shown.quoted(said.group(2)) + " is no value";
			default -> ": unexpected " + Shown.quoted(said.group(2));
		};
	}

	private static ProblemException mapping(JsonMappingException mapping) {
		String pointer = pointer(mapping);
		return switch (mapping.getCause()) {
			case ProblemException problem -> problem;
			case InputCoercionException range -> ProblemException.member(
					pointer, Shown.of(pointer) + " must be " + kind(range.getTargetType()));
			case StreamReadException syntax -> syntax(syntax);
			case NonCanonicalPrefixException prefix -> ProblemException.nonCanonical(
							prefix.getMessage(), prefix.canonical().toString())
					.at(pointer);
			case IllegalArgumentException value -> ProblemException.member(pointer, value.getMessage());
			case null, default -> ProblemException.member(pointer, detail(mapping, pointer));
		};
	}

	private static String detail(JsonMappingException mapping, String pointer) {
		return switch (mapping) {
			case UnrecognizedPropertyException unknown -> "There is no member " + Shown.quoted(unknown.getPropertyName())
					+ known(unknown.getKnownPropertyIds());
			case InvalidNullException nothing -> isNull(pointer);
			case MismatchedInputException mismatch -> mismatch(mismatch, pointer);
			default -> Shown.of(pointer) + " cannot be read";
		};
	}

	private static String known(Collection<Object> names) {
		return names == null || names.isEmpty()
				? ""
				: ". There are: " + names.stream().map(String::valueOf).sorted().collect(Collectors.joining(", "));
	}

	private static String mismatch(MismatchedInputException mismatch, String pointer) {
		String original = mismatch.getOriginalMessage();
		if (original.startsWith("Missing required creator property") || original.startsWith("Missing creator property")) {
			return Shown.of(pointer) + " is missing";
		}
		if (original.startsWith(NULL)) {
			return isNull(pointer);
		}
		if (original.startsWith("No content to map")) {
			return "The body is empty";
		}
		if (original.startsWith("Trailing token")) {
			return "The body goes on after its JSON value";
		}
		return (pointer.isEmpty() ? "The body" : Shown.of(pointer)) + " must be " + kind(mismatch.getTargetType());
	}

	private static String isNull(String pointer) {
		return Shown.of(pointer) + " is null: leave it out, or give it a value";
	}

	private static String kind(Class<?> type) {
		if (type == null) {
			return "of another type";
		}
		if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
			return "an integer of " + (type == int.class || type == Integer.class ? "32" : "64") + " bits";
		}
		if (type == boolean.class || type == Boolean.class) {
			return "true or false";
		}
		if (type == double.class || type == Double.class) {
			return "a number";
		}
		if (type.isEnum()) {
			return "one of " + Words.of(type);
		}
		if (Collection.class.isAssignableFrom(type)) {
			return "an array";
		}
		if (Map.class.isAssignableFrom(type)) {
			return "an object";
		}
		return type.isRecord() && !type.getPackageName().endsWith(".net") ? "an object" : "a string";
	}

	/** RFC 6901. */
	private static String pointer(JsonMappingException mapping) {
		return mapping.getPath().stream()
				.map(step -> step.getFieldName() == null ? "/" + step.getIndex() : step(step.getFieldName()))
				.collect(Collectors.joining());
	}

	/** A member's step of a pointer (RFC 6901 3). */
	static String step(String name) {
		return "/" + name.replace("~", "~0").replace("/", "~1");
	}
}
