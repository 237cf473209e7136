package io.signalbox.rest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Entity tags: a digest of a configuration, so that equal configurations have equal tags, also after a restart. */
public final class Etag {
	private static final int BYTES = 12;

	private Etag() {}

	/** A strong tag with its quotes; {@code configuration} is told by its text, so it should be a record of values. */
	public static String of(Object configuration) {
		try {
			byte[] text = configuration.toString().getBytes(StandardCharsets.UTF_8);
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
			return '"' + HexFormat.of().formatHex(digest, 0, BYTES) + '"';
		} catch (NoSuchAlgorithmException impossible) {
			throw new AssertionError("every Java platform has SHA-256", impossible);
		}
	}
}
