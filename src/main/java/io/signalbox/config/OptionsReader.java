package io.signalbox.config;

import io.signalbox.dataplane.DataplaneOptions;

/** Reads {@code dataplane}: sizes and times that seldom need a change; ranges as in {@code signalbox.h}. */
final class OptionsReader {
	private OptionsReader() {}

	static DataplaneOptions read(Section section) {
		DataplaneOptions usual = DataplaneOptions.defaults();
		DataplaneOptions options = new DataplaneOptions(
				number(section, "mbufs", usual.mbufs(), 1024, 8_388_608),
				number(section, "mbufDataBytes", usual.mbufDataBytes(), 2048, 10_240),
				number(section, "nexthops", usual.nexthops(), 16, 0xff_ffff),
				number(section, "neighbors", usual.neighbors(), 16, 1 << 20),
				number(section, "routes4", usual.routes4(), 1, 1 << 24),
				number(section, "routes6", usual.routes6(), 1, 1 << 24),
				number(section, "groups4", usual.groups4(), 1, 500_000),
				number(section, "groups6", usual.groups6(), 1, 500_000),
				number(section, "burst", usual.burst(), 4, 64),
				number(section, "idleSleepMicros", usual.idleSleepMicros(), 0, 1_000_000),
				number(section, "holdPackets", usual.holdPackets(), 1, 64),
				number(section, "neighborReachableMillis", usual.neighborReachableMillis(), 100, 86_400_000),
				number(section, "neighborRetransmitMillis", usual.neighborRetransmitMillis(), 10, 60_000),
				number(section, "icmpErrorsPerSecond", usual.icmpErrorsPerSecond(), 0, 1_000_000));
		section.finish();
		return options;
	}

	private static int number(Section section, String key, int usual, int least, int most) {
		return (int) section.integer(key, usual, least, most);
	}
}
