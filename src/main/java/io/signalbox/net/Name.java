package io.signalbox.net;

import java.util.regex.Pattern;

/** What interfaces, VRFs and route sources are called. */
public final class Name {
	/** The rule in words, to follow "'x' is not a ... name: ". */
	public static final String RULE = "1 to 31 of A-Z a-z 0-9 _ . -, the first a letter or a digit";

	private static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,30}");

	private Name() {}

	public static boolean isValid(String text) {
		return PATTERN.matcher(text).matches();
	}
}
