package io.signalbox.rib;

import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import java.util.List;
import java.util.Optional;

/** What the FIB was told, between two commits: of use only within the work that it is handed to. */
public interface FibView {
	/** A digest of each slice, as {@link FibDigest} has it. */
	long[] digest(String vrf, Family family);

	/** The routes of one slice, in no order. */
	List<FibRoute> routes(String vrf, Family family, int slice);

	Optional<FibRoute> longestMatch(String vrf, IpAddress address);
}
