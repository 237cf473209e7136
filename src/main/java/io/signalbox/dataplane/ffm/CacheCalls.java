package io.signalbox.dataplane.ffm;

import static io.signalbox.dataplane.ffm.Layouts.CACHE_ENTRY;
import static io.signalbox.dataplane.ffm.Layouts.CACHE_SETTINGS;
import static io.signalbox.dataplane.ffm.Layouts.CACHE_STATE;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.signalbox.dataplane.CacheEntry;
import io.signalbox.dataplane.CacheEntry.Match;
import io.signalbox.dataplane.CacheMode;
import io.signalbox.dataplane.CacheReason;
import io.signalbox.dataplane.CacheSettings;
import io.signalbox.dataplane.CacheState;
import io.signalbox.dataplane.CacheState.Kind;
import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The cores' route caches. */
final class CacheCalls {
	/** Two families, two kinds. */
	private static final int TABLES_MAX = Layouts.WORKERS_MAX * 4;
	private static final double PER_MILLE = 1_000;
	private static final double HUNDREDTHS = 100;

	private static final MethodHandle SET = Library.function("sbx_cache_set", ADDRESS);
	private static final MethodHandle GET = Library.function("sbx_cache_get", ADDRESS);
	private static final MethodHandle FLUSH = Library.function("sbx_cache_flush");
	private static final MethodHandle DESCRIBE =
			Library.function("sbx_cache_describe", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT));
	private static final MethodHandle ENTRIES =
			Library.function("sbx_cache_entries", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));

	private CacheCalls() {}

	static void set(CacheSettings settings) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment in = arena.allocate(CACHE_SETTINGS);
			set(in, "mode", Enums.number(settings.mode()));
			set(in, "entries", settings.entries());
			set(in, "ways", settings.ways());
			set(in, "max_age_seconds", settings.maxAgeSeconds());
			set(in, "insert_probability", Probability.steps(settings.insertProbability()));
			set(in, "bypass_below_hits", (int) Math.round(settings.bypassBelowHitRate() * PER_MILLE));
			int result = (int) SET.invokeExact(in);
			Errno.check(result, "set the route caches to " + settings.entries() + " entries a table of each core");
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static void set(MemorySegment in, String field, int value) {
		in.set(JAVA_INT, Layouts.offset(CACHE_SETTINGS, field), value);
	}

	static CacheSettings get() {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment out = arena.allocate(CACHE_SETTINGS);
			Errno.check((int) GET.invokeExact(out), "read the settings of the route caches");
			return new CacheSettings(
					Enums.of(CacheMode.values(), unsignedInt(out, 0, CACHE_SETTINGS, "mode")),
					unsignedInt(out, 0, CACHE_SETTINGS, "entries"),
					unsignedInt(out, 0, CACHE_SETTINGS, "ways"),
					unsignedInt(out, 0, CACHE_SETTINGS, "max_age_seconds"),
					Probability.of(unsignedInt(out, 0, CACHE_SETTINGS, "insert_probability")),
					unsignedInt(out, 0, CACHE_SETTINGS, "bypass_below_hits") / PER_MILLE);
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static void flush() {
		try {
			Errno.check((int) FLUSH.invokeExact(), "flush the route caches");
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	static List<CacheState> describe() {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment out = arena.allocate(CACHE_STATE, TABLES_MAX);
			long count = (long) DESCRIBE.invokeExact(out, TABLES_MAX);
			Errno.check(count, "describe the route caches");
			List<CacheState> states = new ArrayList<>();
			for (long base = 0; base < count * CACHE_STATE.byteSize(); base += CACHE_STATE.byteSize()) {
				states.add(state(out, base));
			}
			return states;
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static CacheState state(MemorySegment out, long base) {
		return new CacheState(
				unsignedInt(out, base, CACHE_STATE, "worker"),
				family(unsignedByte(out, base, CACHE_STATE, "family")),
				Enums.of(Kind.values(), unsignedByte(out, base, CACHE_STATE, "pair")),
				unsignedByte(out, base, CACHE_STATE, "in_use") != 0,
				Enums.of(CacheReason.values(), unsignedByte(out, base, CACHE_STATE, "reason")),
				cycles(out, base, "cycles_with"),
				cycles(out, base, "cycles_without"),
				unsignedInt(out, base, CACHE_STATE, "hits_per_mille") / PER_MILLE,
				out.get(JAVA_LONG, base + Layouts.offset(CACHE_STATE, "samples")),
				out.get(JAVA_LONG, base + Layouts.offset(CACHE_STATE, "used")),
				out.get(JAVA_LONG, base + Layouts.offset(CACHE_STATE, "bytes")));
	}

	private static Family family(int number) {
		return number == Family.IPV4.number() ? Family.IPV4 : Family.IPV6;
	}

	private static OptionalDouble cycles(MemorySegment out, long base, String field) {
		int hundredths = unsignedInt(out, base, CACHE_STATE, field);
		return hundredths == 0 ? OptionalDouble.empty() : OptionalDouble.of(hundredths / HUNDREDTHS);
	}

	static List<CacheEntry> entries(int worker, int max) {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment out = arena.allocate(CACHE_ENTRY, max);
			long count = (long) ENTRIES.invokeExact(worker, out, max);
			Errno.check(count, "read the route cache of worker " + worker);
			List<CacheEntry> entries = new ArrayList<>((int) count);
			for (long base = 0; base < count * CACHE_ENTRY.byteSize(); base += CACHE_ENTRY.byteSize()) {
				entries.add(entry(out, base));
			}
			return entries;
		} catch (Throwable thrown) {
			throw Library.rethrown(thrown);
		}
	}

	private static CacheEntry entry(MemorySegment out, long base) {
		Kind kind = Enums.of(Kind.values(), unsignedByte(out, base, CACHE_ENTRY, "pair"));
		return new CacheEntry(
				kind,
				Short.toUnsignedInt(out.get(JAVA_SHORT, base + Layouts.offset(CACHE_ENTRY, "vrf"))),
				match(out, base, "destination", "nexthop", "length"),
				kind == Kind.PAIR
						? Optional.of(match(out, base, "source", "source_nexthop", "source_length"))
						: Optional.empty(),
				unsignedByte(out, base, CACHE_ENTRY, "live") != 0,
				unsignedInt(out, base, CACHE_ENTRY, "age_seconds"));
	}

	private static Match match(MemorySegment out, long base, String address, String nexthop, String length) {
		int family = unsignedByte(out, base, CACHE_ENTRY, "family");
		IpAddress matched = Addresses.read(out, base + Layouts.offset(CACHE_ENTRY, address), family).orElseThrow();
		return new Match(
				matched, unsignedInt(out, base, CACHE_ENTRY, nexthop), unsignedByte(out, base, CACHE_ENTRY, length));
	}

	/** No field of these structs goes beyond an int's range. */
	private static int unsignedInt(MemorySegment out, long base, StructLayout struct, String field) {
		return out.get(JAVA_INT, base + Layouts.offset(struct, field));
	}

	private static int unsignedByte(MemorySegment out, long base, StructLayout struct, String field) {
		return Byte.toUnsignedInt(out.get(JAVA_BYTE, base + Layouts.offset(struct, field)));
	}
}
