package io.signalbox.feed.fpm;

import io.signalbox.feed.fpm.RouteTerms.Said;
import io.signalbox.net.Family;
import java.util.Set;

/**
 * Changes on their way, in their order. At its capacity it keeps of each prefix the last word only: so it is full
 * only when about as many different prefixes wait. Any thread.
 */
final class ChangeQueue {
	private final int capacity;
	private ChangeBlock waiting = new ChangeBlock();
	/** At this size it coalesces. */
	private int coalesceAt;

	ChangeQueue(int capacity) {
		this.capacity = capacity;
		this.coalesceAt = capacity;
	}

	synchronized void add(boolean ipv6, long high, long low, int length, Said said, int millis) {
		waiting.add(ipv6, high, low, length, said, millis);
		added();
	}

	synchronized void addAll(ChangeBlock changes) {
		for (int at = 0; at < changes.size(); at++) {
			waiting.add(changes, at);
		}
		added();
	}

	private void added() {
		if (waiting.size() >= coalesceAt) {
			coalesce();
		}
		notifyAll();
	}

	/** Where that gains little, half as much again may come before the next time: a constant share of each change. */
	private void coalesce() {
		waiting = waiting.coalesced();
		coalesceAt = waiting.size() < capacity / 4 * 3 ? capacity : waiting.size() + waiting.size() / 2;
	}

	/**
	 * Takes back what the RIB refused, in front; a later word about a prefix wins over it. Withdrawals now go first, for
	 * they make room; no prefix is there twice, so that the order means nothing else.
	 */
	synchronized void putBack(ChangeBlock changes) {
		for (int at = 0; at < waiting.size(); at++) {
			changes.add(waiting, at);
		}
		waiting = changes;
		coalesce();
		waiting = waiting.withdrawalsFirst();
	}

	/** Waits for a change, but no longer than this. */
	synchronized void await(long millis) throws InterruptedException {
		long end = System.nanoTime() + millis * 1_000_000;
		long left = millis;
		while (waiting.isEmpty() && left > 0) {
			wait(left);
			left = (end - System.nanoTime()) / 1_000_000;
		}
	}

	/** The oldest changes, of one VRF, at most so many. */
	synchronized ChangeBlock take(int most) {
		int count = 0;
		while (count < Math.min(most, waiting.size())
				&& waiting.said(count).vrf().equals(waiting.said(0).vrf())) {
			count++;
		}
		ChangeBlock taken = new ChangeBlock(Math.max(1, count));
		for (int at = 0; at < count; at++) {
			taken.add(waiting, at);
		}
		waiting.dropFirst(count);
		return taken;
	}

	/**
	 * The same, but announcements of these families stay. First each prefix is left with its last word only, so that nothing
	 * overtakes what it has to follow.
	 */
	synchronized ChangeBlock takeBut(Set<Family> held, int most) {
		ChangeBlock all = waiting.coalesced();
		ChangeBlock taken = new ChangeBlock();
		ChangeBlock kept = new ChangeBlock();
		for (int at = 0; at < all.size(); at++) {
			boolean free = all.said(at).isWithdraw() || !held.contains(all.family(at));
			boolean fits = taken.size() < most && (taken.isEmpty() || taken.said(0).vrf().equals(all.said(at).vrf()));
			(free && fits ? taken : kept).add(all, at);
		}
		waiting = kept;
		return taken;
	}

	synchronized void clear() {
		waiting = new ChangeBlock();
		coalesceAt = capacity;
	}

	synchronized int size() {
		return waiting.size();
	}

	/** True when so many prefixes wait that its peer must wait as well. */
	synchronized boolean isFull() {
		return waiting.size() >= capacity;
	}

	/** When the oldest came, or {@code otherwise}. */
	synchronized int oldestMillis(int otherwise) {
		return waiting.isEmpty() ? otherwise : waiting.millis(0);
	}
}
