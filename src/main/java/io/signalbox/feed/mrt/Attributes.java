package io.signalbox.feed.mrt;

import io.signalbox.net.IpAddress;
import java.util.Arrays;
import java.util.Optional;

/**
 * What the path attributes of a route say (RFC 4271 4.3), as far as it matters here: the next hop and how long the
 * AS path is. One object serves all of them: it is cleared and filled for each. One thread.
 */
final class Attributes {
	private static final int EXTENDED_LENGTH = 0x10;

	private static final int AS_PATH = 2;
	private static final int NEXT_HOP = 3;
	private static final int MP_REACH_NLRI = 14;
	private static final int MP_UNREACH_NLRI = 15;

	private static final int AS_SET = 1;
	private static final int AS_SEQUENCE = 2;
	private static final int AS_CONFED_SEQUENCE = 3;
	private static final int AS_CONFED_SET = 4;

	private final Octets value = new Octets();
	private final Octets reach = new Octets();
	private final Octets unreach = new Octets();
	private final boolean[] seen = new boolean[256];
	private Optional<IpAddress> nextHop = Optional.empty();
	private int asPathLength;

	/**
	 * Takes the attributes to the end of the octets. Of one that is there twice the first counts (RFC 7606 3).
	 *
	 * @param as4 whether AS numbers have four octets in the AS path, or two
	 */
	void read(Octets octets, boolean as4) {
		Arrays.fill(seen, false);
		reach.clear();
		unreach.clear();
		nextHop = Optional.empty();
		asPathLength = 0;
		while (octets.left() > 0) {
			readOne(octets, as4);
		}
	}

	private void readOne(Octets octets, boolean as4) {
		long offset = octets.offset();
		int flags = octets.u8();
		int type = octets.u8();
		int length = (flags & EXTENDED_LENGTH) == 0 ? octets.u8() : octets.u16();
		if (length > octets.left()) {
			throw new MalformedException(offset, "attribute " + type + " says a length of " + length + " octets, "
					+ octets.left() + " are there");
		}
		octets.split(length, value);
		if (seen[type]) {
			return;
		}
		seen[type] = true;
		switch (type) {
			case AS_PATH -> asPathLength = asPathLength(value, as4);
			case NEXT_HOP -> nextHop = Optional.of(nextHop(value));
			case MP_REACH_NLRI -> value.copyTo(reach);
			case MP_UNREACH_NLRI -> value.copyTo(unreach);
			default -> {
				// The others do not tell one path of the file from another here.
			}
		}
	}

	/** RFC 4271 9.1.2.2: a set counts as one; RFC 5065 5.3: what is within a confederation does not count. */
	private static int asPathLength(Octets path, boolean as4) {
		int length = 0;
		while (path.left() > 0) {
			long offset = path.offset();
			int segment = path.u8();
			int count = path.u8();
			path.skip(count * (as4 ? 4 : 2));
			length += switch (segment) {
				case AS_SET -> 1;
				case AS_SEQUENCE -> count;
				case AS_CONFED_SEQUENCE, AS_CONFED_SET -> 0;
				default -> throw new MalformedException(offset, "an AS path segment of type " + segment);
			};
		}
		return length;
	}

	private static IpAddress nextHop(Octets address) {
		if (address.left() != 4) {
			throw new MalformedException(address.offset(), "a NEXT_HOP of " + address.left() + " octets");
		}
		return address.address(false);
	}

	/** The attribute NEXT_HOP, which is of IPv4. */
	Optional<IpAddress> nextHop() {
		return nextHop;
	}

	/** 0 where there is no AS path. */
	int asPathLength() {
		return asPathLength;
	}

	boolean hasReach() {
		return seen[MP_REACH_NLRI];
	}

	/** The attribute MP_REACH_NLRI. */
	Octets reach() {
		return reach;
	}

	boolean hasUnreach() {
		return seen[MP_UNREACH_NLRI];
	}

	/** The attribute MP_UNREACH_NLRI. */
	Octets unreach() {
		return unreach;
	}
}
