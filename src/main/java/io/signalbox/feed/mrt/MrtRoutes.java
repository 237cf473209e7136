package io.signalbox.feed.mrt;

import io.signalbox.feed.ReadProgress;
import io.signalbox.net.IpAddress;
import io.signalbox.route.RouteChanges;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The routes of an MRT file (RFC 6396, RFC 8050): what its peers say at its end. The file is read as it arrives,
 * a record at a time; RIBs and updates count in their order.
 *
 * @param rejected records and paths that were not taken; {@code findings} has the first 100
 * @param skipped what is passed over because it is of a kind that is not read, by kind
 * @param cut where the reading ended before the file did
 */
public record MrtRoutes(
		RouteChanges routes,
		long records,
		long rejected,
		List<Finding> findings,
		SortedMap<String, Long> skipped,
		Optional<Finding> cut) {

	/**
	 * How a file is to be read.
	 *
	 * @param vrf that the routes are for
	 * @param peer the one whose routes are wanted; empty for the best path of all peers: the shortest AS path, then the
	 *     lowest peer
	 * @param allowPartial whether a file that breaks off is taken up to there
	 */
	public record Choice(String vrf, Optional<IpAddress> peer, NexthopMap nexthops, boolean allowPartial) {}

	/** Reads a file to its end, or throws {@link RefusedException}. */
	public static MrtRoutes read(InputStream unpacked, Choice choice, ReadProgress progress) throws IOException {
		Findings findings = new Findings();
		Paths paths = new Paths(new Peers(choice.peer()), choice.nexthops(), findings);
		Records records = new Records(unpacked);
		Optional<Finding> cut = readRecords(records, paths, progress);
		if (cut.isPresent() && !choice.allowPartial()) {
			throw new RefusedException(
					RefusedException.Reason.BROKEN,
					cut.get(),
					"; nothing is changed, allowPartial=true takes what is before");
		}
		paths.peers().checkChosen();
		RouteChanges routes = new RouteChanges(choice.vrf());
		paths.addTo(routes);
		if (routes.isEmpty()) {
			throw withoutRoutes(paths, records.number(), cut);
		}
		return new MrtRoutes(routes, records.number(), findings.count(), findings.kept(), findings.skipped(), cut);
	}

	private static Optional<Finding> readRecords(Records records, Paths paths, ReadProgress progress)
			throws IOException {
		Decoder decoder = new Decoder(paths);
		try {
			while (records.next()) {
				decoder.read(records);
				progress.at(records.number() + 1, paths.prefixes());
			}
			return Optional.empty();
		} catch (BrokenFileException broken) {
			return Optional.of(broken.finding());
		}
	}

	private static RefusedException withoutRoutes(Paths paths, long records, Optional<Finding> cut) {
		List<Finding> findings = paths.findings().kept();
		Optional<Finding> first = cut.or(() -> findings.stream().findFirst());
		return new RefusedException(
				RefusedException.Reason.NO_ROUTES,
				(paths.peers().isOneChosen() ? "The peer" : "The file") + " has no route after the file's " + records
						+ " records" + first.map(finding -> "; " + finding.text()).orElse("")
						+ ". To withdraw all routes of a source, delete it");
	}
}
