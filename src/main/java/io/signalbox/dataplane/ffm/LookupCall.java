package io.signalbox.dataplane.ffm;

import static io.signalbox.dataplane.ffm.Layouts.QUERY;
import static io.signalbox.dataplane.ffm.Layouts.VERDICT;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.signalbox.dataplane.NeighborStatus;
import io.signalbox.dataplane.NexthopType;
import io.signalbox.dataplane.Query;
import io.signalbox.dataplane.RpFilter;
import io.signalbox.dataplane.Verdict;
import io.signalbox.dataplane.Verdict.Outcome;
import io.signalbox.dataplane.Verdict.SourceCheck;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The data plane's verdict on a packet that is not sent. */
final class LookupCall {
	private static final MethodHandle LOOKUP = Library.function("sbx_lookup", ADDRESS, ADDRESS);

	private LookupCall() {}

	static Verdict lookup(Query query) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment in = arena.allocate(QUERY);
			query.source().ifPresent(source -> {
				Addresses.write(in, Layouts.offset(QUERY, "source"), source);
				in.set(JAVA_BYTE, Layouts.offset(QUERY, "has_source"), (byte) 1);
			});
			Addresses.write(in, Layouts.offset(QUERY, "destination"), query.destination());
			in.set(JAVA_SHORT, Layouts.offset(QUERY, "vrf"), (short) query.vrf());
			in.set(JAVA_SHORT, Layouts.offset(QUERY, "interface"), (short) query.interfaceId());
			in.set(JAVA_BYTE, Layouts.offset(QUERY, "family"), (byte) query.destination().family().number());
			in.set(JAVA_BYTE, Layouts.offset(QUERY, "protocol"), (byte) query.protocol());
			in.set(JAVA_SHORT, Layouts.offset(QUERY, "source_port"), (short) query.sourcePort());
			in.set(JAVA_SHORT, Layouts.offset(QUERY, "destination_port"), (short) query.destinationPort());
			MemorySegment out = arena.allocate(VERDICT);
			Errno.check((int) LOOKUP.invokeExact(in, out), "look up " + query.destination());
			return read(out);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static Verdict read(MemorySegment out) {
		Outcome outcome = Enums.of(Outcome.values(), unsignedByte(out, "outcome") - 1);
		Optional<String> reason = outcome == Outcome.DROP
				? Optional.of(CounterCalls.dropReasons().get(unsignedByte(out, "drop_reason")).name())
				: Optional.empty();
		return new Verdict(
				outcome,
				reason,
				length(out, "matched", "matched_length"),
				out.get(JAVA_INT, Layouts.offset(VERDICT, "nexthop")),
				out.get(JAVA_INT, Layouts.offset(VERDICT, "group")),
				Enums.of(NexthopType.values(), unsignedByte(out, "type")),
				unsignedShort(out, "interface"),
				unsignedShort(out, "mtu"),
				Addresses.read(out, Layouts.offset(VERDICT, "address"), unsignedByte(out, "family")),
				Addresses.readKnownMac(out, Layouts.offset(VERDICT, "mac")),
				Enums.of(NeighborStatus.values(), unsignedByte(out, "neighbor")),
				sourceCheck(out),
				workers(out.get(JAVA_LONG, Layouts.offset(VERDICT, "cached"))));
	}

	private static SourceCheck sourceCheck(MemorySegment out) {
		return new SourceCheck(
				Enums.of(RpFilter.values(), unsignedByte(out, "rp_filter")),
				unsignedByte(out, "source_checked") != 0,
				length(out, "source_matched", "source_length"),
				out.get(JAVA_INT, Layouts.offset(VERDICT, "source_nexthop")),
				unsignedShort(out, "source_interface"));
	}

	private static OptionalInt length(MemorySegment out, String matched, String length) {
		return unsignedByte(out, matched) == 0 ? OptionalInt.empty() : OptionalInt.of(unsignedByte(out, length));
	}

	/** The numbers of the bits that are set. */
	private static List<Integer> workers(long bits) {
		return IntStream.range(0, Layouts.WORKERS_MAX).filter(worker -> (bits >>> worker & 1) != 0).boxed().toList();
	}

	private static int unsignedByte(MemorySegment out, String field) {
		return Byte.toUnsignedInt(out.get(JAVA_BYTE, Layouts.offset(VERDICT, field)));
	}

	private static int unsignedShort(MemorySegment out, String field) {
		return Short.toUnsignedInt(out.get(JAVA_SHORT, Layouts.offset(VERDICT, field)));
	}
}
