package io.signalbox.dataplane;

import java.util.List;

/** The counters of all cores, read where they are written: no call, no lock, no copy. */
public interface Counters {
	/** The counters of a core; {@code index} is what {@link #core} takes. */
	List<Description> coreCounters();

	/** The counters of an interface; {@code index} is what {@link #interfaceTotal} takes. */
	List<Description> interfaceCounters();

	/** The drop reasons; {@code index} is what {@link #drops} takes. */
	List<Description> dropReasons();

	/** Workers first, then the slow path. */
	int cores();

	int workers();

	/** A counter of one core. */
	long core(int core, int index);

	/** An interface's counter, all cores added. */
	long interfaceTotal(int interfaceId, int index);

	/** An interface's counter of one core. */
	long interfaceOfCore(int core, int interfaceId, int index);

	/** Packets that an interface dropped for a reason, all cores added. */
	long drops(int interfaceId, int reason);

	/** {@code struct sbx_counter_description}: its one name, a sentence of help, whether it may fall. */
	record Description(String name, String help, boolean gauge, int index) {}
}
