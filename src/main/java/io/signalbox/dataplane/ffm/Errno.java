package io.signalbox.dataplane.ffm;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.DataplaneException.Reason;
import java.lang.foreign.MemorySegment;

/** What a negative result means. The numbers are Linux' on all machines that DPDK supports (asm-generic/errno.h). */
enum Errno {
	EPERM(1, Reason.INVALID, "the process may not do that"),
	ENOENT(2, Reason.NOT_FOUND, "there is none such"),
	EAGAIN(11, Reason.NOT_RUNNING, "the data plane does not run yet"),
	ENOMEM(12, Reason.NO_CAPACITY, "no memory is left for it"),
	EBUSY(16, Reason.CONFLICT, "it is in use"),
	EEXIST(17, Reason.CONFLICT, "it exists already"),
	ENODEV(19, Reason.NO_DEVICE, "no driver took the device"),
	EINVAL(22, Reason.INVALID, "a value is out of range"),
	ENOSPC(28, Reason.NO_CAPACITY, "no room is left for it"),
	EMSGSIZE(90, Reason.INVALID, "it is too long"),
	EOPNOTSUPP(95, Reason.INVALID, "the device cannot do that"),
	ENOBUFS(105, Reason.NO_CAPACITY, "no buffer is left for it"),
	ENOTCONN(107, Reason.NOT_RUNNING, "the data plane does not run"),
	ESHUTDOWN(108, Reason.NOT_RUNNING, "EAL starts once a process: start a new one"),
	EALREADY(114, Reason.CONFLICT, "that was done already");

	private final int number;
	private final Reason reason;
	private final String sentence;

	Errno(int number, Reason reason, String sentence) {
		this.number = number;
		this.reason = reason;
		this.sentence = sentence;
	}

	boolean is(long result) {
		return result == -number;
	}

	/** Throws if the result is -errno; {@code what} says what was asked for. */
	static void check(long result, String what) {
		if (result < 0) {
			throw exception(result, what, "");
		}
	}

	/** The same with the library's own words, {@code error} a closed C string. */
	static void check(long result, String what, MemorySegment error) {
		if (result < 0) {
			throw exception(result, what, error.getString(0));
		}
	}

	static DataplaneException exception(long result, String what, String details) {
		Reason reason = Reason.FAILED;
		String sentence = "it failed";
		String name = "errno " + -result;
		for (Errno errno : values()) {
			if (errno.number == -result) {
				reason = errno.reason;
				sentence = errno.sentence;
				name = errno.name();
			}
		}
		String why = details.isBlank() ? sentence : details.strip();
		return new DataplaneException(reason, what + ": " + why + " (" + name + ")");
	}
}
