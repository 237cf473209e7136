package io.signalbox.feed.mrt;

/** Path attributes (RFC 4271 4.3, RFC 4760) for {@link MrtWriter}. */
public final class PathAttributes {
	private static final int TRANSITIVE = 0x40;
	private static final int OPTIONAL = 0x80;
	private static final int EXTENDED_LENGTH = 0x10;

	private PathAttributes() {}

	/** What a usual IPv4 path has. */
	public static Bytes path(String nextHop, int... as) {
		return all(origin(), asPath(as), nextHop(nextHop));
	}

	public static Bytes all(Bytes... attributes) {
		Bytes all = new Bytes();
		for (Bytes attribute : attributes) {
			all.raw(attribute.array());
		}
		return all;
	}

	public static Bytes attribute(int type, Bytes value) {
		int flags = type < 4 ? TRANSITIVE : OPTIONAL;
		Bytes head = value.size() < 256
				? new Bytes().u8(flags, type, value.size())
				: new Bytes().u8(flags | EXTENDED_LENGTH, type).u16(value.size());
		return head.raw(value.array());
	}

	public static Bytes origin() {
		return attribute(1, new Bytes().u8(0));
	}

	/** One AS_SEQUENCE of AS numbers of four octets. */
	public static Bytes asPath(int... as) {
		return attribute(2, as.length == 0 ? new Bytes() : segment(2, as));
	}

	public static Bytes segment(int type, int... as) {
		Bytes segment = new Bytes().u8(type, as.length);
		for (int number : as) {
			segment.u32(number);
		}
		return segment;
	}

	public static Bytes nextHop(String address) {
		return attribute(3, new Bytes().address(address));
	}

	/** As RFC 6396 4.3.4 has it in a RIB: the next hop alone. */
	public static Bytes mpReachShort(String... nextHops) {
		return attribute(14, nextHops(nextHops));
	}

	/** As an UPDATE has it. */
	public static Bytes mpReach(int afi, int safi, Bytes nextHops, Bytes nlri) {
		return attribute(14, new Bytes().u16(afi).u8(safi).raw(nextHops.array()).u8(0).raw(nlri.array()));
	}

	public static Bytes mpUnreach(int afi, int safi, Bytes nlri) {
		return attribute(15, new Bytes().u16(afi).u8(safi).raw(nlri.array()));
	}

	/** Next hops after the number of their octets. */
	public static Bytes nextHops(String... addresses) {
		Bytes hops = new Bytes();
		for (String address : addresses) {
			hops.address(address);
		}
		return new Bytes().u8(hops.size()).raw(hops.array());
	}
}
