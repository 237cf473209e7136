package io.signalbox.dataplane.ffm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.util.List;

/**
 * The structs of {@code signalbox.h}, field by field in its order. {@link Abi} compares each name, offset and size with
 * what the library says of itself before anything else is called.
 */
final class Layouts {
	static final int ABI_VERSION = 2;
	static final int NAME_MAX = 32;
	static final int DEVICE_MAX = 256;
	static final int WORKERS_MAX = 64;
	static final int LENGTHS = 129;

	static final StructLayout OPTIONS = struct("sbx_options",
			u32("mbufs"), u32("mbuf_data_bytes"), u32("nexthops"), u32("neighbors"), u32("routes4"), u32("routes6"),
			u32("groups4"), u32("groups6"), u32("burst"), u32("idle_sleep_micros"), u32("hold_packets"),
			u32("neighbor_reachable_ms"), u32("neighbor_retransmit_ms"), u32("icmp_errors_per_second"));

	static final StructLayout SYSTEM = struct("sbx_system",
			u32("running"), u32("workers"),
			MemoryLayout.sequenceLayout(WORKERS_MAX, JAVA_INT).withName("worker_lcores"),
			MemoryLayout.sequenceLayout(WORKERS_MAX, JAVA_INT).withName("worker_cpus"),
			u32("huge_pages"), u32("fib_pages_kib"), u64("mbufs"), u64("mbufs_free"), u64("memory_bytes"),
			bytes("dpdk_version", 64));

	static final StructLayout INTERFACE_CONFIG = struct("sbx_interface_config",
			bytes("name", NAME_MAX), bytes("device", DEVICE_MAX), u16("mtu"), u16("vrf"), u8("admin_up"),
			u8("rp_filter"), bytes("reserved", 2));

	static final StructLayout INTERFACE_ADDRESS = struct("sbx_interface_address",
			address("address"), u8("family"), u8("length"), bytes("reserved", 2));

	static final StructLayout INTERFACE_STATE = struct("sbx_interface_state",
			u16("id"), u16("port"), u16("mtu"), u16("vrf"), u16("rx_queues"), u16("tx_queues"), u8("admin_up"),
			u8("link_up"), bytes("mac", 6), u32("link_mbps"),
			u8("rp_filter"), bytes("reserved", 7), address("link_local"), u64("rx_missed"), u64("rx_errors"),
			u64("tx_errors"), bytes("name", NAME_MAX), bytes("driver", NAME_MAX), bytes("device", DEVICE_MAX));

	static final StructLayout NEXTHOP = struct("sbx_nexthop",
			u32("id"), u16("interface"), u8("type"), u8("family"), address("address"), u32("first_member"),
			u32("members"));

	static final StructLayout NEXTHOP_MEMBER = struct("sbx_nexthop_member",
			u32("id"), u16("weight"), u16("reserved"));

	static final StructLayout NEXTHOP_STATE = struct("sbx_nexthop_state",
			u32("id"), u16("interface"), u8("type"), u8("family"), address("address"), bytes("mac", 6), u8("neighbor"),
			u8("reserved"), u64("packets"), u64("bytes"), u32("members"), u32("usable_members"));

	static final StructLayout NEXTHOP_MEMBER_STATE = struct("sbx_nexthop_member_state",
			u32("id"), u16("weight"), u8("usable"), u8("reserved"), u32("buckets"));

	static final StructLayout NEIGHBOR = struct("sbx_neighbor",
			address("address"), u16("interface"), u8("family"), u8("status"), bytes("mac", 6), u16("held"),
			u32("age_ms"));

	static final StructLayout ROUTE = struct("sbx_route",
			address("address"), u32("nexthop"), u8("family"), u8("length"), u8("op"), u8("reserved"));

	static final StructLayout ROUTES_RESULT = struct("sbx_routes_result",
			u64("generation"), u32("added"), u32("changed"), u32("removed"), u32("unchanged"), u32("failed"),
			u32("reserved"));

	static final StructLayout FIB_STATE = struct("sbx_fib_state",
			u64("generation"), u64("routes"), u64("routes_max"), u64("groups"), u64("groups_max"), u64("bytes"),
			MemoryLayout.sequenceLayout(LENGTHS, JAVA_LONG).withName("by_length"));

	static final StructLayout QUERY = struct("sbx_query",
			address("source"), address("destination"), u16("vrf"), u16("interface"), u8("family"), u8("has_source"),
			u8("protocol"), u8("reserved"), u16("source_port"), u16("destination_port"));

	static final StructLayout VERDICT = struct("sbx_verdict",
			u32("nexthop"), u16("interface"), u16("mtu"), u8("outcome"), u8("drop_reason"), u8("matched"),
			u8("matched_length"), u8("type"), u8("neighbor"), bytes("mac", 6), u8("family"), bytes("reserved", 3),
			address("address"), u64("cached"), u32("source_nexthop"), u16("source_interface"), u8("rp_filter"),
			u8("source_checked"), u8("source_matched"), u8("source_length"), bytes("reserved2", 2), u32("group"));

	static final StructLayout CACHE_SETTINGS = struct("sbx_cache_settings",
			u32("mode"), u32("entries"), u32("ways"), u32("max_age_seconds"), u32("insert_probability"),
			u32("bypass_below_hits"));

	static final StructLayout CACHE_STATE = struct("sbx_cache_state",
			u32("worker"), u8("family"), u8("pair"), u8("in_use"), u8("reason"), u32("cycles_with"),
			u32("cycles_without"), u32("hits_per_mille"), u32("reserved"), u64("samples"), u64("used"), u64("bytes"));

	static final StructLayout CACHE_ENTRY = struct("sbx_cache_entry",
			address("destination"), address("source"), u32("nexthop"), u32("source_nexthop"), u16("vrf"), u8("family"),
			u8("pair"), u8("length"), u8("source_length"), u8("live"), u8("reserved"), u32("age_seconds"),
			u32("reserved2"));

	static final StructLayout FIB_CHECK = struct("sbx_fib_check",
			u64("generation"), u64("slots"), u64("groups"), u64("prefixes"), u64("longest_hold_nanos"),
			u32("wrong_slots"), u32("shared_groups"), u32("leaked_groups"), u32("healed"), u32("unhealed"),
			u32("reserved"));

	static final StructLayout CACHE_CHECK = struct("sbx_cache_check", u64("entries"), u64("wrong"));

	static final StructLayout COUNTERS = struct("sbx_counters",
			u64("version"), u32("cores"), u32("workers"), u32("core_stride"), u32("cores_offset"),
			u32("worker_counters"), u32("interface_counters"), u32("interfaces"), u32("first_drop"),
			u32("drop_reasons"), u32("reserved"));

	static final StructLayout COUNTER_DESCRIPTION = struct("sbx_counter_description",
			bytes("name", 40), bytes("help", 200), u8("scope"), u8("gauge"), u16("index"), u32("reserved"));

	static final List<StructLayout> ALL = List.of(OPTIONS, SYSTEM, INTERFACE_CONFIG, INTERFACE_ADDRESS, INTERFACE_STATE,
			NEXTHOP, NEXTHOP_MEMBER, NEXTHOP_STATE, NEXTHOP_MEMBER_STATE, NEIGHBOR, ROUTE, ROUTES_RESULT, FIB_STATE, QUERY, VERDICT, CACHE_SETTINGS,
			CACHE_STATE, CACHE_ENTRY, FIB_CHECK, CACHE_CHECK, COUNTERS, COUNTER_DESCRIPTION);

	private Layouts() {}

	/** The offset of a field in bytes. */
	static long offset(StructLayout struct, String field) {
		return struct.byteOffset(PathElement.groupElement(field));
	}

	private static StructLayout struct(String name, MemoryLayout... fields) {
		return MemoryLayout.structLayout(fields).withName(name);
	}

	private static MemoryLayout u8(String name) {
		return JAVA_BYTE.withName(name);
	}

	private static MemoryLayout u16(String name) {
		return JAVA_SHORT.withName(name);
	}

	private static MemoryLayout u32(String name) {
		return JAVA_INT.withName(name);
	}

	private static MemoryLayout u64(String name) {
		return JAVA_LONG.withName(name);
	}

	private static SequenceLayout bytes(String name, int count) {
		return MemoryLayout.sequenceLayout(count, JAVA_BYTE).withName(name);
	}

	private static MemoryLayout address(String name) {
		return bytes(name, 16);
	}
}
