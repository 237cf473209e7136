package io.signalbox.imports;

import java.time.Instant;
import java.util.Optional;

/**
 * An import at one moment.
 *
 * @param bytes of the body so far, as they come
 * @param seconds since it began, or that it took
 * @param failure why it has failed
 */
public record ImportStatus(
		ImportRequest request,
		ImportState state,
		Instant started,
		double seconds,
		long bytes,
		long records,
		long routes,
		Optional<ImportResult> result,
		Optional<String> failure) {}
