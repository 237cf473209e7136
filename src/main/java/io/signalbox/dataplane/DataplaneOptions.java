package io.signalbox.dataplane;

/** {@code struct sbx_options}, field by field; ranges are written there. */
public record DataplaneOptions(
		int mbufs,
		int mbufDataBytes,
		int nexthops,
		int neighbors,
		int routes4,
		int routes6,
		int groups4,
		int groups6,
		int burst,
		int idleSleepMicros,
		int holdPackets,
		int neighborReachableMillis,
		int neighborRetransmitMillis,
		int icmpErrorsPerSecond) {

	/** A full table of 1 M IPv4 and 200 k IPv6 routes with room to grow. */
	public static DataplaneOptions defaults() {
		return new DataplaneOptions(
				65_536, 2_048, 65_536, 16_384, 2_000_000, 500_000, 16_384, 262_144, 64, 200, 16, 30_000, 1_000, 100);
	}
}
