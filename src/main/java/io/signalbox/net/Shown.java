package io.signalbox.net;

/** A client's own words inside a sentence of ours: short, and with nothing in them that a terminal or a log acts on. */
public final class Shown {
	private static final int MOST = 80;

	private Shown() {}

	/** Its beginning, where it is long; characters that do not print are written as in Java, by backslash, u and four digits. */
	public static String of(Object value) {
		String text = String.valueOf(value);
		if (text.length() <= MOST) {
			return printing(text);
		}
		int end = Character.isHighSurrogate(text.charAt(MOST - 1)) ? MOST - 1 : MOST;
		return printing(text.substring(0, end)) + "... (" + text.length() + " characters)";
	}

	/** The same between quotes. */
	public static String quoted(Object value) {
		return "'" + of(value) + "'";
	}

	private static String printing(String text) {
		if (text.codePoints().allMatch(Shown::prints)) {
			return text;
		}
		StringBuilder escaped = new StringBuilder();
		text.codePoints().forEach(point -> {
			if (prints(point)) {
				escaped.appendCodePoint(point);
			} else {
				for (char unit : Character.toChars(point)) {
					escaped.append(String.format("\\u%04x", (int) unit));
				}
			}
		});
		return escaped.toString();
	}

	/** Not so what steers (control characters, directions of text, ends of lines) or has no meaning. */
	private static boolean prints(int point) {
		return switch (Character.getType(point)) {
			case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR,
					Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED -> false;
			default -> true;
		};
	}
}
