package io.signalbox.rib;

import io.signalbox.route.Nexthop;
import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The tables of one VRF and the transactions on them: every change is made, its winners go to the listener, and when
 * anything throws on the way all is put back. Used by {@code rib-writer} alone.
 */
final class Tables {
	private final RibListener listener;
	private final Sources sources = new Sources();
	private final NexthopTable nexthops;
	private final RouteTable ipv4;
	private final RouteTable ipv6;
	private Links links = Links.NONE;
	private long generation;
	private long lastChange;

	Tables(RibListener listener, int nexthopLimit) {
		this.listener = listener;
		this.nexthops = new NexthopTable(nexthopLimit);
		this.ipv4 = new RouteTable(false, sources, nexthops);
		this.ipv6 = new RouteTable(true, sources, nexthops);
	}

	Sources sources() {
		return sources;
	}

	NexthopTable nexthops() {
		return nexthops;
	}

	RouteTable table(boolean ofIpv6) {
		return ofIpv6 ? ipv6 : ipv4;
	}

	long generation() {
		return generation;
	}

	Commit apply(RouteSource source, RouteChanges changes) {
		return transact(source, new Edit(false) {
			@Override
			void run(int number) {
				change(number, changes);
			}

			@Override
			int unchanged(int number, int[] counts) {
				return changes.size() - counts[0] - counts[1] - counts[2];
			}
		});
	}

	Commit replace(RouteSource source, RouteChanges routes, boolean dryRun) {
		return transact(source, new Edit(dryRun) {
			@Override
			void run(int number) {
				replaceAll(number, routes);
			}
		});
	}

	/** The interfaces are others now: the connected routes follow, and all nexthops resolve anew. */
	Commit relink(UnaryOperator<Links> change) {
		Links before = links;
		return transact(RouteSource.CONNECTED, new Edit(false) {
			private BitSet flipped = new BitSet();

			@Override
			void run(int number) {
				links = change.apply(before);
				flipped = nexthops.resolve(new NexthopResolver(links));
				replaceAll(number, links.connected());
			}

			@Override
			void emit(FibChange fibChange) {
				super.emit(fibChange);
				ipv4.emitNexthops(flipped, fibChange);
				ipv6.emitNexthops(flipped, fibChange);
			}

			@Override
			void undo() {
				links = before;
			}
		});
	}

	Commit setDistance(String name, int distance, Consumer<SourceUse> precondition) {
		int number = sources.find(name).orElseThrow(() -> new UnknownSourceException(name));
		RouteSource before = sources.get(number);
		precondition.accept(use(number));
		return transact(before, new Edit(false) {
			@Override
			void run(int same) {
				sources.set(number, new RouteSource(name, distance));
			}

			@Override
			void emit(FibChange fibChange) {
				ipv4.emitSource(number, fibChange);
				ipv6.emitSource(number, fibChange);
			}

			@Override
			void undo() {
				sources.set(number, before);
			}
		});
	}

	Commit removeSource(String name, Consumer<SourceUse> precondition) {
		int number = sources.find(name).orElseThrow(() -> new UnknownSourceException(name));
		precondition.accept(use(number));
		return replace(sources.get(number), new RouteChanges(), false);
	}

	SourceUse use(int number) {
		return new SourceUse(sources.get(number), sources.routes(number, false), sources.routes(number, true));
	}

	/** What a transaction does beyond what all do. */
	private abstract class Edit {
		private final boolean dryRun;

		private Edit(boolean dryRun) {
			this.dryRun = dryRun;
		}

		abstract void run(int number);

		void emit(FibChange change) {
			ipv4.emit(change);
			ipv6.emit(change);
		}

		/** Puts back what is no route. */
		void undo() {}

		int unchanged(int number, int[] counts) {
			return sources.routes(number, false) + sources.routes(number, true) - counts[0] - counts[1];
		}
	}

	private Commit transact(RouteSource source, Edit edit) {
		int known = sources.count();
		int number = sources.number(source);
		boolean done = false;
		ipv4.begin();
		ipv6.begin();
		try {
			edit.run(number);
			int[] counts = counts(number);
			int unchanged = edit.unchanged(number, counts);
			if (!edit.dryRun) {
				FibChange change = new FibChange();
				edit.emit(change);
				nexthops.emit(change);
				generation = change.isEmpty() ? generation : listener.commit(change);
				done = true;
			}
			return new Commit(counts[0], counts[1], counts[2], unchanged, generation);
		} finally {
			if (done) {
				ipv4.finish();
				ipv6.finish();
				nexthops.finish();
			} else {
				edit.undo();
				ipv4.undo(number);
				ipv6.undo(number);
				nexthops.undo();
				sources.truncate(known);
			}
		}
	}

	private int[] counts(int number) {
		int[] counts = ipv4.count(number);
		int[] more = ipv6.count(number);
		for (int at = 0; at < counts.length; at++) {
			counts[at] += more[at];
		}
		return counts;
	}

	private void replaceAll(int number, RouteChanges routes) {
		ipv4.mark(number);
		ipv6.mark(number);
		change(number, routes);
		ipv4.sweep();
		ipv6.sweep();
	}

	private void change(int number, RouteChanges changes) {
		lastChange = Math.max(lastChange + 1, System.currentTimeMillis());
		List<Nexthop> said = changes.nexthops();
		int[] ids = new int[said.size()];
		Arrays.setAll(ids, at -> nexthops.intern(said.get(at), new NexthopResolver(links)));
		BatchOrder order = BatchOrder.of(changes);
		for (int next = 0; next < changes.size(); next++) {
			int at = order.get(next);
			RouteTable table = table(changes.isIpv6(at));
			if (changes.isWithdraw(at)) {
				table.withdraw(number, changes, at);
			} else {
				table.announce(number, changes, at, ids[changes.nexthop(at)], lastChange);
			}
		}
	}
}
