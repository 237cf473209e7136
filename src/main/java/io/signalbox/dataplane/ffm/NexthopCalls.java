package io.signalbox.dataplane.ffm;

import static io.signalbox.dataplane.ffm.Layouts.NEXTHOP;
import static io.signalbox.dataplane.ffm.Layouts.NEXTHOP_MEMBER;
import static io.signalbox.dataplane.ffm.Layouts.NEXTHOP_MEMBER_STATE;
import static io.signalbox.dataplane.ffm.Layouts.NEXTHOP_STATE;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.dataplane.NexthopMember;
import io.signalbox.dataplane.NexthopMemberState;
import io.signalbox.dataplane.NexthopSpec;
import io.signalbox.dataplane.NexthopState;
import io.signalbox.dataplane.NexthopType;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/** Nexthops, one call a batch. */
final class NexthopCalls {
	private static final MethodHandle APPLY = Library.function(
			"sbx_nexthops_apply", ADDRESS, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
	private static final MethodHandle DESCRIBE = Library.function("sbx_nexthops_describe", ADDRESS, JAVA_INT, ADDRESS);
	private static final MethodHandle MEMBERS =
			Library.function("sbx_nexthop_members", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));

	private static final long ID = Layouts.offset(NEXTHOP, "id");
	private static final long INTERFACE = Layouts.offset(NEXTHOP, "interface");
	private static final long TYPE = Layouts.offset(NEXTHOP, "type");
	private static final long FAMILY = Layouts.offset(NEXTHOP, "family");
	private static final long ADDRESS_OFFSET = Layouts.offset(NEXTHOP, "address");

	private static final long FIRST_MEMBER = Layouts.offset(NEXTHOP, "first_member");
	private static final long MEMBER_COUNT = Layouts.offset(NEXTHOP, "members");
	private static final long MEMBER_ID = Layouts.offset(NEXTHOP_MEMBER, "id");
	private static final long WEIGHT = Layouts.offset(NEXTHOP_MEMBER, "weight");

	private static final long STATE_ID = Layouts.offset(NEXTHOP_STATE, "id");
	private static final long STATE_INTERFACE = Layouts.offset(NEXTHOP_STATE, "interface");
	private static final long STATE_TYPE = Layouts.offset(NEXTHOP_STATE, "type");
	private static final long STATE_FAMILY = Layouts.offset(NEXTHOP_STATE, "family");
	private static final long STATE_ADDRESS = Layouts.offset(NEXTHOP_STATE, "address");
	private static final long STATE_MAC = Layouts.offset(NEXTHOP_STATE, "mac");
	private static final long STATE_NEIGHBOR = Layouts.offset(NEXTHOP_STATE, "neighbor");
	private static final long STATE_PACKETS = Layouts.offset(NEXTHOP_STATE, "packets");
	private static final long STATE_BYTES = Layouts.offset(NEXTHOP_STATE, "bytes");
	private static final long STATE_MEMBERS = Layouts.offset(NEXTHOP_STATE, "members");
	private static final long STATE_USABLE = Layouts.offset(NEXTHOP_STATE, "usable_members");

	private NexthopCalls() {}

	static void apply(List<NexthopSpec> nexthops) {
		try (Arena arena = Arena.ofConfined()) {
			int memberCount = nexthops.stream().mapToInt(nexthop -> nexthop.members().size()).sum();
			MemorySegment records = arena.allocate(NEXTHOP, nexthops.size());
			MemorySegment members = arena.allocate(NEXTHOP_MEMBER, memberCount);
			long base = 0;
			int member = 0;
			for (NexthopSpec nexthop : nexthops) {
				write(records.asSlice(base, NEXTHOP), nexthop, member);
				base += NEXTHOP.byteSize();
				for (NexthopMember one : nexthop.members()) {
					write(members, member++ * NEXTHOP_MEMBER.byteSize(), one);
				}
			}
			MemorySegment failed = arena.allocate(JAVA_INT);
			failed.set(JAVA_INT, 0, -1);
			int result = (int) APPLY.invokeExact(records, nexthops.size(), members, memberCount, failed);
			if (result < 0) {
				throw Errno.exception(result, failure(nexthops, failed.get(JAVA_INT, 0)), "");
			}
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static void write(MemorySegment members, long base, NexthopMember member) {
		members.set(JAVA_INT, base + MEMBER_ID, member.id());
		members.set(JAVA_SHORT, base + WEIGHT, (short) member.weight());
	}

	private static void write(MemorySegment record, NexthopSpec nexthop, int firstMember) {
		record.set(JAVA_INT, ID, nexthop.id());
		record.set(JAVA_SHORT, INTERFACE, (short) nexthop.interfaceId());
		record.set(JAVA_BYTE, TYPE, Enums.number(nexthop.type()));
		nexthop.address().ifPresent(address -> {
			record.set(JAVA_BYTE, FAMILY, (byte) address.family().number());
			Addresses.write(record, ADDRESS_OFFSET, address);
		});
		if (nexthop.type() == NexthopType.GROUP) {
			record.set(JAVA_INT, FIRST_MEMBER, firstMember);
			record.set(JAVA_INT, MEMBER_COUNT, nexthop.members().size());
		}
	}

	private static String failure(List<NexthopSpec> nexthops, int failed) {
		boolean named = failed >= 0 && failed < nexthops.size();
		return "set " + nexthops.size() + " nexthops" + (named ? ", index " + failed + ", " + nexthops.get(failed) : "");
	}

	static List<NexthopState> describe(int[] ids) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment wanted = arena.allocateFrom(JAVA_INT, ids);
			MemorySegment out = arena.allocate(NEXTHOP_STATE, ids.length);
			int result = (int) DESCRIBE.invokeExact(wanted, ids.length, out);
			Errno.check(result, "describe " + ids.length + " nexthops");
			List<NexthopState> states = new ArrayList<>(ids.length);
			for (long at = 0; at < ids.length; at++) {
				states.add(read(out.asSlice(at * NEXTHOP_STATE.byteSize(), NEXTHOP_STATE)));
			}
			return states;
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static NexthopState read(MemorySegment state) {
		return new NexthopState(
				state.get(JAVA_INT, STATE_ID),
				Enums.of(NexthopType.values(), state.get(JAVA_BYTE, STATE_TYPE)),
				Short.toUnsignedInt(state.get(JAVA_SHORT, STATE_INTERFACE)),
				Addresses.read(state, STATE_ADDRESS, state.get(JAVA_BYTE, STATE_FAMILY)),
				Addresses.readKnownMac(state, STATE_MAC),
				Enums.of(NeighborStatus.values(), state.get(JAVA_BYTE, STATE_NEIGHBOR)),
				state.get(JAVA_LONG, STATE_PACKETS),
				state.get(JAVA_LONG, STATE_BYTES),
				state.get(JAVA_INT, STATE_MEMBERS),
				state.get(JAVA_INT, STATE_USABLE));
	}

	static List<NexthopMemberState> members(int id) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment out = arena.allocate(NEXTHOP_MEMBER_STATE, NexthopMember.MAX);
			long count = (long) MEMBERS.invokeExact(id, out, NexthopMember.MAX);
			Errno.check(count, "list the members of nexthop " + id);
			List<NexthopMemberState> members = new ArrayList<>();
			for (long base = 0; base < count * NEXTHOP_MEMBER_STATE.byteSize(); base += NEXTHOP_MEMBER_STATE.byteSize()) {
				members.add(member(out, base));
			}
			return members;
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static NexthopMemberState member(MemorySegment out, long base) {
		return new NexthopMemberState(
				out.get(JAVA_INT, base + Layouts.offset(NEXTHOP_MEMBER_STATE, "id")),
				Short.toUnsignedInt(out.get(JAVA_SHORT, base + Layouts.offset(NEXTHOP_MEMBER_STATE, "weight"))),
				out.get(JAVA_BYTE, base + Layouts.offset(NEXTHOP_MEMBER_STATE, "usable")) != 0,
				out.get(JAVA_INT, base + Layouts.offset(NEXTHOP_MEMBER_STATE, "buckets")));
	}
}
