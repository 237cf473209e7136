package io.signalbox.imports;

import io.signalbox.rib.SourceUse;
import io.signalbox.route.RouteSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * What is to replace all that a source says in a VRF.
 *
 * @param dryRun change nothing, tell what would be, of the differences that many
 * @param precondition gets the source as it is just before, empty when it is not known, and stops it all by throwing
 * @param totalBytes of the body, where its client says so beforehand
 */
public record ImportRequest(
		RouteSource source,
		String vrf,
		ImportFormat format,
		boolean dryRun,
		int differences,
		Consumer<Optional<SourceUse>> precondition,
		OptionalLong totalBytes) {}
