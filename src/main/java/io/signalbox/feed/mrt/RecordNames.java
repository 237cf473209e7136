package io.signalbox.feed.mrt;

import java.util.List;
import java.util.Map;

/** The names of record types (RFC 6396 4, 5 and B; RFC 8050 4), for those that are passed over. */
final class RecordNames {
	static final int TABLE_DUMP = 12;
	static final int TABLE_DUMP_V2 = 13;
	static final int BGP4MP = 16;
	static final int BGP4MP_ET = 17;

	private static final Map<Integer, String> TYPES = Map.ofEntries(
			Map.entry(0, "NULL"),
			Map.entry(1, "START"),
			Map.entry(2, "DIE"),
			Map.entry(3, "I_AM_DEAD"),
			Map.entry(4, "PEER_DOWN"),
			Map.entry(5, "BGP"),
			Map.entry(6, "RIP"),
			Map.entry(7, "IDRP"),
			Map.entry(8, "RIPNG"),
			Map.entry(9, "BGP4PLUS"),
			Map.entry(10, "BGP4PLUS_01"),
			Map.entry(11, "OSPFv2"),
			Map.entry(TABLE_DUMP, "TABLE_DUMP"),
			Map.entry(TABLE_DUMP_V2, "TABLE_DUMP_V2"),
			Map.entry(BGP4MP, "BGP4MP"),
			Map.entry(BGP4MP_ET, "BGP4MP_ET"),
			Map.entry(32, "ISIS"),
			Map.entry(33, "ISIS_ET"),
			Map.entry(48, "OSPFv3"),
			Map.entry(49, "OSPFv3_ET"));

	private static final List<String> TABLE_DUMP_V2_SUBTYPES = List.of(
			"0",
			"PEER_INDEX_TABLE",
			"RIB_IPV4_UNICAST",
			"RIB_IPV4_MULTICAST",
			"RIB_IPV6_UNICAST",
			"RIB_IPV6_MULTICAST",
			"RIB_GENERIC",
			"GEO_PEER_TABLE",
			"RIB_IPV4_UNICAST_ADDPATH",
			"RIB_IPV4_MULTICAST_ADDPATH",
			"RIB_IPV6_UNICAST_ADDPATH",
			"RIB_IPV6_MULTICAST_ADDPATH",
			"RIB_GENERIC_ADDPATH");

	private static final List<String> BGP4MP_SUBTYPES = List.of(
			"STATE_CHANGE",
			"MESSAGE",
			"ENTRY",
			"SNAPSHOT",
			"MESSAGE_AS4",
			"STATE_CHANGE_AS4",
			"MESSAGE_LOCAL",
			"MESSAGE_AS4_LOCAL",
			"MESSAGE_ADDPATH",
			"MESSAGE_AS4_ADDPATH",
			"MESSAGE_LOCAL_ADDPATH",
			"MESSAGE_AS4_LOCAL_ADDPATH");

	private RecordNames() {}

	static String of(int type, int subtype) {
		String name = TYPES.get(type);
		return name == null ? "type " + type : name + "/" + subtype(type, subtype);
	}

	private static String subtype(int type, int subtype) {
		List<String> names = switch (type) {
			case TABLE_DUMP_V2 -> TABLE_DUMP_V2_SUBTYPES;
			case BGP4MP, BGP4MP_ET -> BGP4MP_SUBTYPES;
			default -> List.of();
		};
		return subtype < names.size() ? names.get(subtype) : String.valueOf(subtype);
	}
}
