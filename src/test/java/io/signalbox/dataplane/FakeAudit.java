package io.signalbox.dataplane;

import io.signalbox.net.Family;

/** What the next audit of a fake box finds, beyond the routes and nexthops that a test has damaged. */
public final class FakeAudit {
	private FibCheck check = FibCheck.NOTHING;
	private CacheCheck cacheCheck = new CacheCheck(0, 0);
	private long dropped;
	private Runnable onDigest = () -> {};

	FakeAudit() {}

	/** {@code verifyFib} of IPv4 in VRF 0 says so, once. */
	public void findOnce(FibCheck found) {
		check = found;
	}

	/** {@code verifyCache} says so, once. */
	public void findOnce(CacheCheck found) {
		cacheCheck = found;
	}

	/** {@code fibDigests} of IPv4 says that so many records were dropped, once. */
	public void dropOnce(long records) {
		dropped = records;
	}

	/** Runs after each digest was taken and before its answer is returned. */
	public void onDigest(Runnable work) {
		onDigest = work;
	}

	FibDigests digests(FakeFib fib, Family family) {
		long now = family == Family.IPV4 ? dropped : 0;
		dropped -= now;
		FibDigests digests = new FibDigests(fib.digests(family), fib.generations(family), now);
		onDigest.run();
		return digests;
	}

	FibCheck takeCheck() {
		FibCheck found = check;
		check = FibCheck.NOTHING;
		return found;
	}

	CacheCheck takeCacheCheck() {
		CacheCheck found = cacheCheck;
		cacheCheck = new CacheCheck(found.entries(), 0);
		return found;
	}
}
