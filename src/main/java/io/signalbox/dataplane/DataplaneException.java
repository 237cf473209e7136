package io.signalbox.dataplane;

/** The data plane refused a call and has changed nothing. */
public final class DataplaneException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	private final Reason reason;

	/** What the operator may do about it; each stands for the errno of the native call. */
	public enum Reason {
		/** EINVAL, EOPNOTSUPP: a value out of range, or more than the device can do. */
		INVALID,
		/** ENOENT: no such interface, nexthop, neighbor or VRF. */
		NOT_FOUND,
		/** EEXIST, EALREADY, EBUSY: there already, or in use. */
		CONFLICT,
		/** ENOSPC, ENOMEM: at capacity. */
		NO_CAPACITY,
		/** ENODEV: no driver took the device, or it failed. */
		NO_DEVICE,
		/** ENOTCONN, ESHUTDOWN, EAGAIN: not running. */
		NOT_RUNNING,
		/** Anything else. */
		FAILED
	}

	public DataplaneException(Reason reason, String message) {
		super(message);
		this.reason = reason;
	}

	public Reason reason() {
		return reason;
	}
}
