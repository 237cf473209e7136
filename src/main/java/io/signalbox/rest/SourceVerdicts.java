package io.signalbox.rest;

import io.signalbox.dataplane.Query;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.dataplane.Verdict;
import io.signalbox.dataplane.Verdict.SourceCheck;
import io.signalbox.net.IpAddress;
import io.signalbox.net.Prefix;
import io.signalbox.rest.dto.VerdictDto.SourceVerdict;
import java.util.Optional;

/** What rp_filter says of a packet's source, as the document has it. */
final class SourceVerdicts {
	private static final String REASONS = "urpf_";

	private SourceVerdicts() {}

	/** {@code interfaceName} is the one that the source is reached by; {@code dropHelp} the drop reason in a sentence. */
	static SourceVerdict of(Query query, Verdict verdict, Optional<String> interfaceName, Optional<String> dropHelp) {
		SourceCheck check = verdict.source();
		Optional<String> reason = verdict.dropReason().filter(word -> word.startsWith(REASONS));
		Optional<Prefix> matched = query.source().flatMap(source -> matched(source, check));
		return new SourceVerdict(
				check.mode(),
				!check.checked() ? "unchecked" : reason.isPresent() ? "drop" : "pass",
				reason.flatMap(_ -> dropHelp).orElseGet(() -> check.checked() ? passes(check) : unchecked(query, check)),
				reason,
				matched,
				Optional.of(check.nexthop()).filter(id -> id != 0),
				interfaceName);
	}

	private static Optional<Prefix> matched(IpAddress source, SourceCheck check) {
		return check.matchedLength().isEmpty()
				? Optional.empty()
				: Optional.of(Prefix.covering(source, check.matchedLength().getAsInt()));
	}

	private static String passes(SourceCheck check) {
		return check.mode() == RpFilter.STRICT
				? "The route to the source leads back by the interface it comes in by."
				: "The source has a route.";
	}

	private static String unchecked(Query query, SourceCheck check) {
		if (check.mode() == RpFilter.OFF) {
			return "rp_filter is off on the interface.";
		}
		return query.source().isEmpty()
				? "The query has no source."
				: "The packet ends before its source is looked up, or is of a kind that is not checked (link-local).";
	}
}
