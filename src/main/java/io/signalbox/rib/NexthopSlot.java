package io.signalbox.rib;

import io.signalbox.rib.Resolution.End;
import io.signalbox.rib.Resolution.Failed;
import io.signalbox.rib.Resolution.Forward;
import io.signalbox.rib.ResolvedNexthop.Kind;
import io.signalbox.rib.ResolvedNexthop.Member;
import io.signalbox.route.Nexthop;
import java.util.List;
import java.util.Optional;

/** One nexthop that has an id: what a source said, or a hop that a group needs. Written by {@link NexthopTable}. */
final class NexthopSlot {
	final int id;
	final NexthopTable.Key key;
	/** Empty where packets end at this box. */
	final List<Way> ways;
	/** What the listener has; empty when nothing. */
	Optional<ResolvedNexthop> programmed = Optional.empty();
	/** The group that it resolves to, retained; empty when it is none. */
	List<Member> members = List.of();
	/** The same before the transaction that is under way. */
	List<Member> membersBefore = List.of();
	/** Whether it resolved before the transaction that is under way; of a new one, as it came to. */
	boolean resolvedBefore;
	Resolution resolution = new Failed("not looked at yet");
	int routes;
	int groups;

	NexthopSlot(int id, NexthopTable.Key key, List<Way> ways) {
		this.id = id;
		this.key = key;
		this.ways = ways;
	}

	Nexthop said() {
		return key.said();
	}

	boolean isUsed() {
		return routes > 0 || groups > 0;
	}

	/** What it resolves to by some of its ways, as their addresses are known now. */
	Resolution resolve(List<Way> some, LinkResolver links) {
		return switch (said()) {
			case Nexthop.Local local -> new End(Kind.LOCAL);
			case Nexthop.Blackhole blackhole -> new End(Kind.BLACKHOLE);
			case Nexthop.Unreachable unreachable -> new End(Kind.UNREACHABLE);
			case Nexthop.Prohibit prohibit -> new End(Kind.PROHIBIT);
			case Nexthop.Hop hop when some.size() == 1 -> some.getFirst().resolution(links);
			case Nexthop.Hop hop -> new WaySum().result();
			case Nexthop.Multipath many -> {
				WaySum sum = new WaySum();
				some.forEach(way -> sum.add(way.resolution(links), way.weight()));
				yield sum.result();
			}
		};
	}

	/** What the listener is to have. */
	Optional<ResolvedNexthop> wanted() {
		return isUsed() ? resolved() : Optional.empty();
	}

	Optional<ResolvedNexthop> resolved() {
		return switch (resolution) {
			case Failed failed -> Optional.empty();
			case End end -> Optional.of(plain(end.kind()));
			case Forward forward when forward.shares().size() > 1 ->
				Optional.of(new ResolvedNexthop(id, Kind.GROUP, Optional.empty(), Optional.empty(), members));
			case Forward forward -> Optional.of(hop(forward.shares().getFirst().hop()));
		};
	}

	private ResolvedNexthop plain(Kind kind) {
		return new ResolvedNexthop(id, kind, Optional.empty(), Optional.empty(), List.of());
	}

	private ResolvedNexthop hop(Nexthop.Hop hop) {
		return switch (hop) {
			case Nexthop.Via via -> new ResolvedNexthop(
					id, Kind.UNICAST, via.interfaceName(), Optional.of(via.address()), List.of());
			case Nexthop.Connected connected -> new ResolvedNexthop(
					id, Kind.CONNECTED, Optional.of(connected.interfaceName()), Optional.empty(), List.of());
		};
	}

	Optional<String> reason() {
		return resolution instanceof Failed failed ? Optional.of(failed.reason()) : Optional.empty();
	}
}
