package io.signalbox.imports;

import io.signalbox.route.RouteSource;
import java.util.OptionalLong;

/**
 * What is to replace all that a source says in a VRF.
 *
 * @param dryRun change nothing, tell what would be, of the differences that many
 * @param totalBytes of the body, where its client says so beforehand
 */
public record ImportRequest(
		RouteSource source,
		String vrf,
		ImportFormat format,
		boolean dryRun,
		int differences,
		OptionalLong totalBytes) {}
