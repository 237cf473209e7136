package io.signalbox.config;

import io.signalbox.dataplane.DataplaneOptions;
import io.signalbox.interfaces.InterfaceConfig;
import java.util.List;

/**
 * Reads {@code dataplane}: sizes and times that seldom need a change; ranges as in {@code signalbox.h}. Where the file
 * says nothing, packet buffers hold the largest frame of the configured interfaces, and the pool fits into the memory.
 */
final class OptionsReader {
	/** Ethernet header and one VLAN tag around an IP packet. */
	private static final int L2_BYTES = 18;
	private static final int BUFFER_STEP = 128;
	/** What DPDK puts around a buffer's data: struct rte_mbuf, headroom, our private area, the pool's own header. */
	private static final int BUFFER_OVERHEAD = 384;
	/** Of the memory; the rest is for tables, rings and queues. */
	private static final double POOL_SHARE = 0.6;
	private static final int LEAST_MBUFS = 4_096;
	private static final long MEBIBYTE = 1 << 20;

	private OptionsReader() {}

	static DataplaneOptions read(Section section, int mebibytes, List<InterfaceConfig> interfaces) {
		DataplaneOptions usual = DataplaneOptions.defaults();
		int largestMtu = interfaces.stream().mapToInt(InterfaceConfig::mtu).max().orElse(0);
		int dataBytes = number(section, "mbufDataBytes", dataBytes(largestMtu, usual), 2048, 10_240);
		int mbufs = number(section, "mbufs", mbufs(mebibytes, dataBytes, usual), 1024, 8_388_608);
		DataplaneOptions options = new DataplaneOptions(
				mbufs,
				dataBytes,
				number(section, "nexthops", usual.nexthops(), 16, 0xff_ffff),
				number(section, "neighbors", usual.neighbors(), 16, 1 << 20),
				number(section, "routes4", usual.routes4(), 1, 1 << 24),
				number(section, "routes6", usual.routes6(), 1, 1 << 24),
				number(section, "groups4", usual.groups4(), 1, 1 << 22),
				number(section, "groups6", usual.groups6(), 1, 1 << 22),
				number(section, "burst", usual.burst(), 4, 64),
				number(section, "idleSleepMicros", usual.idleSleepMicros(), 0, 1_000_000),
				number(section, "holdPackets", usual.holdPackets(), 1, 64),
				number(section, "neighborReachableMillis", usual.neighborReachableMillis(), 100, 86_400_000),
				number(section, "neighborRetransmitMillis", usual.neighborRetransmitMillis(), 10, 60_000),
				number(section, "icmpErrorsPerSecond", usual.icmpErrorsPerSecond(), 0, 1_000_000));
		section.finish();
		return options;
	}

	private static int dataBytes(int mtu, DataplaneOptions usual) {
		int frame = (mtu + L2_BYTES + BUFFER_STEP - 1) / BUFFER_STEP * BUFFER_STEP;
		return Math.max(frame, usual.mbufDataBytes());
	}

	private static int mbufs(int mebibytes, int dataBytes, DataplaneOptions usual) {
		long fit = (long) (mebibytes * MEBIBYTE * POOL_SHARE) / (dataBytes + BUFFER_OVERHEAD);
		return Math.clamp(fit, LEAST_MBUFS, usual.mbufs());
	}

	private static int number(Section section, String key, int usual, int least, int most) {
		return (int) section.integer(key, usual, least, most);
	}
}
