package io.signalbox.dataplane;

import io.signalbox.dataplane.CacheState.Kind;
import io.signalbox.dataplane.DataplaneException.Reason;
import io.signalbox.net.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** The route cache of a fake box's one worker: settings are kept, and a test says what the tables hold. */
public final class FakeCache {
	private static final long ENTRY_BYTES = 32;

	private CacheSettings settings = new CacheSettings(CacheMode.ADAPTIVE, 32_768, 4, 300, 1.0, 0.1);
	private final List<CacheEntry> entries = new ArrayList<>();
	private CacheState measured;
	private int most = Integer.MAX_VALUE;
	private int flushes;

	/** Refuses, as memory that is short, tables with more entries. */
	public synchronized void limitEntries(int limit) {
		most = limit;
	}

	/** What the table of this family and kind says of itself. */
	public synchronized void measured(CacheState state) {
		measured = state;
	}

	public synchronized void add(CacheEntry entry) {
		entries.add(entry);
	}

	public synchronized int flushes() {
		return flushes;
	}

	synchronized void set(CacheSettings wanted) {
		FakeForwarding.require(
				wanted.entries() <= most, Reason.NO_CAPACITY, "no memory for " + wanted.entries() + " entries");
		settings = wanted;
	}

	synchronized CacheSettings settings() {
		return settings;
	}

	synchronized void flush() {
		entries.clear();
		flushes++;
	}

	synchronized List<CacheEntry> entries(int max) {
		return entries.stream().limit(max).toList();
	}

	synchronized List<CacheState> states() {
		List<CacheState> states = new ArrayList<>();
		for (Family family : Family.values()) {
			for (Kind kind : Kind.values()) {
				boolean said = measured != null && measured.family() == family && measured.kind() == kind;
				states.add(said ? measured : unmeasured(family, kind));
			}
		}
		return states;
	}

	private CacheState unmeasured(Family family, Kind kind) {
		CacheReason reason = settings.mode() == CacheMode.ADAPTIVE ? CacheReason.UNMEASURED : CacheReason.MODE;
		return new CacheState(0, family, kind, settings.mode() == CacheMode.ON, reason, OptionalDouble.empty(),
				OptionalDouble.empty(), 0, 0, 0, settings.entries() * ENTRY_BYTES);
	}
}
