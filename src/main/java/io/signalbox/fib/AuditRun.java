package io.signalbox.fib;

import io.signalbox.dataplane.CacheCheck;
import io.signalbox.dataplane.Dataplane;
import io.signalbox.dataplane.DataplaneException;
import io.signalbox.dataplane.FibCheck;
import io.signalbox.dataplane.FibDigests;
import io.signalbox.dataplane.RouteBatch;
import io.signalbox.net.Family;
import io.signalbox.net.IpAddress;
import io.signalbox.rib.FibView;
import io.signalbox.rib.Rib;
import io.signalbox.rib.UnknownVrfException;
import io.signalbox.rib.VrfUse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * One audit: nexthops, then for each VRF and family the routes, then what packets see, then samples; the caches last.
 * Routes change meanwhile: what is compared with the RIB is compared between two commits, or was the same before and
 * after both sides were read.
 */
final class AuditRun {
	/** Readings of all digests before slices that change all the time are compared between two commits. */
	private static final int ROUNDS = 4;

	/** Parts of a FIB in one call: so long, some ms, the data plane cannot be stopped. */
	private static final int PARTS = 128;

	/** What is asked of the RIB's writer at once: below a millisecond. */
	private static final int NEXTHOPS = 256;
	private static final int LOOKUPS = 50;

	private static final int SAMPLES = 1_000;
	/** Slices whose routes give addresses, of each VRF and family. */
	private static final int SAMPLED_SLICES = 4;

	private final Dataplane dataplane;
	private final Rib rib;
	private final FibProgrammer programmer;
	private final AtomicBoolean stop;
	private final AuditFindings findings = new AuditFindings();
	private final Instant started = Instant.now();
	private final long begin = System.nanoTime();
	private final SplittableRandom random = new SplittableRandom();
	private final AuditSample sample;
	private FibCheck seen = FibCheck.NOTHING;
	private CacheCheck cache = new CacheCheck(0, 0);
	private long routes;
	private int samples;

	AuditRun(Dataplane dataplane, Rib rib, FibProgrammer programmer, AtomicBoolean stop) {
		this.dataplane = dataplane;
		this.rib = rib;
		this.programmer = programmer;
		this.stop = stop;
		this.sample = new AuditSample(dataplane, random, findings);
	}

	AuditReport run() {
		Optional<String> failure = Optional.empty();
		try {
			all();
		} catch (RuntimeException failed) {
			failure = Optional.of(String.valueOf(failed.getMessage()));
		}
		return new AuditReport(started, (System.nanoTime() - begin) / 1e9, routes, seen.slots(), samples,
				cache.entries(), seen.longestHoldNanos() / 1e6, findings.differences(), findings.examples(), failure);
	}

	private void all() {
		nexthops();
		List<VrfUse> vrfs = await(rib.vrfs());
		for (VrfUse vrf : vrfs) {
			for (Family family : Family.values()) {
				try {
					fib(vrf, family, SAMPLES / (vrfs.size() * Family.values().length));
				} catch (UnknownVrfException removedMeanwhile) {
					break;
				} catch (DataplaneException refused) {
					if (refused.reason() != DataplaneException.Reason.NOT_FOUND || vrf.number() == 0) {
						throw refused;
					}
				}
			}
		}
		cache = dataplane.verifyCache();
		findings.found(AuditKind.CACHE_ENTRY, cache.wrong());
		findings.healed(AuditKind.CACHE_ENTRY, cache.wrong());
	}

	private void nexthops() {
		List<Integer> ids = inspect(view -> new ArrayList<>(programmer.programmed().keySet()));
		NexthopAudit audit = new NexthopAudit(dataplane, findings);
		for (int from = 0; from < ids.size(); from += NEXTHOPS) {
			List<Integer> some = ids.subList(from, Math.min(ids.size(), from + NEXTHOPS));
			inspect(view -> {
				audit.run(some.stream()
						.filter(programmer.programmed()::containsKey)
						.map(programmer.programmed()::get)
						.toList());
				return some;
			});
		}
	}

	private void fib(VrfUse vrf, Family family, int addresses) {
		BitSet differing = differing(vrf, family);
		for (int slice : differing.stream().toArray()) {
			inspect(view -> {
				RouteBatch held = dataplane.fibRoutes(vrf.number(), family, slice);
				new SliceAudit(vrf.name(), view.routes(vrf.name(), family, slice), held, findings)
						.heal(dataplane, vrf.number());
				return slice;
			});
		}
		routes += dataplane.describeFib(vrf.number(), family).routes();
		verify(vrf, family);
		sample(vrf, family, addresses);
	}

	/** The slices that differ, and those that never stood still. */
	private BitSet differing(VrfUse vrf, Family family) {
		BitSet open = new BitSet(FibDigests.SLICES);
		open.set(0, FibDigests.SLICES);
		BitSet differing = new BitSet(FibDigests.SLICES);
		for (int round = 0; round < ROUNDS && !open.isEmpty(); round++) {
			FibDigests held = dataplane.fibDigests(vrf.number(), family);
			findings.found(AuditKind.RECORD, held.dropped());
			findings.healed(AuditKind.RECORD, held.dropped());
			long[] told = inspect(view -> view.digest(vrf.name(), family));
			int[] after = dataplane.fibGenerations(vrf.number(), family);
			open.stream().filter(slice -> held.generation(slice) == after[slice]).forEach(slice -> {
				open.clear(slice);
				differing.set(slice, held.digest(slice) != told[slice]);
			});
		}
		differing.or(open);
		return differing;
	}

	private void verify(VrfUse vrf, Family family) {
		for (int part = 0; part < FibCheck.PARTS; part += PARTS) {
			seen = seen.and(checkpoint(dataplane.verifyFib(vrf.number(), family, part, PARTS)));
		}
	}

	private FibCheck checkpoint(FibCheck check) {
		findings.found(AuditKind.SLOT, check.wrongSlots());
		findings.healed(AuditKind.SLOT, check.healed());
		findings.found(AuditKind.LEAKED_GROUP, check.leakedGroups());
		findings.healed(AuditKind.LEAKED_GROUP, check.leakedGroups());
		if (check.wrongSlots() > 0) {
			findings.example(check.wrongSlots() + " answers of the FIB were wrong, " + check.unhealed() + " still are");
		}
		return check;
	}

	/** Half of them anywhere, half within routes. */
	private void sample(VrfUse vrf, Family family, int addresses) {
		List<IpAddress> chosen = new ArrayList<>();
		long[] digests = inspect(view -> view.digest(vrf.name(), family));
		RouteBatch[] slices = random.ints(0, FibDigests.SLICES)
				.limit(FibDigests.SLICES)
				.filter(slice -> digests[slice] != 0)
				.limit(SAMPLED_SLICES)
				.mapToObj(slice -> dataplane.fibRoutes(vrf.number(), family, slice))
				.filter(held -> !held.isEmpty())
				.toArray(RouteBatch[]::new);
		for (int at = 0; at < addresses; at++) {
			chosen.add(at % 2 == 0 || slices.length == 0
					? sample.any(family)
					: sample.within(slices[at / 2 % slices.length]));
		}
		for (int from = 0; from < chosen.size(); from += LOOKUPS) {
			List<IpAddress> some = chosen.subList(from, Math.min(chosen.size(), from + LOOKUPS));
			samples += inspect(view -> {
				some.forEach(address -> sample.compare(view, vrf.name(), vrf.number(), address));
				return some.size();
			});
		}
	}

	private <T> T inspect(Function<FibView, T> work) {
		return await(rib.inspect(work));
	}

	private <T> T await(CompletableFuture<T> future) {
		if (stop.get()) {
			throw new IllegalStateException("the box stops");
		}
		try {
			return future.join();
		} catch (CompletionException failed) {
			throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
		}
	}
}
