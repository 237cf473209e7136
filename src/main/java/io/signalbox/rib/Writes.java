package io.signalbox.rib;

import io.signalbox.route.RouteChanges;
import io.signalbox.route.RouteSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** All that can be done to the tables, each a transaction. Used by {@code rib-writer} alone. */
final class Writes {
	private final Tables tables;

	Writes(Tables tables) {
		this.tables = tables;
	}

	Commit apply(RouteSource source, RouteChanges changes) {
		return tables.transact(source, new Edit() {
			@Override
			void run(int number) {
				tables.change(number, changes, Unsaid.NONE);
			}

			@Override
			int unchanged(int number, SourceDiff.Counts counts) {
				return changes.size() - counts.added() - counts.changed() - counts.removed();
			}
		});
	}

	Replacement replace(RouteSource source, RouteChanges routes, boolean dryRun, int most) {
		Vrf vrf = tables.vrfs().get(routes.vrf());
		List<Difference> differences = new ArrayList<>();
		Commit commit = tables.transact(source, new Edit() {
			@Override
			void run(int number) {
				tables.replace(number, routes);
			}

			@Override
			void observe(int number) {
				RouteSource who = tables.sources().get(number);
				for (RouteTable table : List.of(vrf.ipv4(), vrf.ipv6())) {
					differences.addAll(new SourceDiff(table, number)
							.first(most - differences.size(), who, tables.nexthops()));
				}
			}

			@Override
			boolean isDry() {
				return dryRun;
			}

			@Override
			int unchanged(int number, SourceDiff.Counts counts) {
				return vrf.ipv4().routes(number) + vrf.ipv6().routes(number) - counts.added() - counts.changed();
			}
		});
		return new Replacement(commit, differences);
	}

	/** Marks all that a source says, in every VRF; a source that is not known says nothing. */
	void mark(RouteSource source) {
		tables.sources().find(source.name()).ifPresent(
				number -> tables.vrfs().tables().forEach(table -> table.mark(number)));
	}

	/** How much a sweep would withdraw now. */
	long marked(RouteSource source) {
		OptionalInt number = tables.sources().find(source.name());
		return number.isEmpty()
				? 0
				: tables.vrfs().tables().stream().mapToLong(table -> table.marked(number.getAsInt())).sum();
	}

	Commit sweep(RouteSource source) {
		return withdraw(source, RouteTable::sweep);
	}

	private Commit withdraw(RouteSource source, Withdrawal withdrawal) {
		return tables.transact(source, new Edit() {
			@Override
			void run(int number) {
				tables.vrfs().tables().forEach(table -> withdrawal.run(table, number));
			}

			@Override
			int unchanged(int number, SourceDiff.Counts counts) {
				return tables.vrfs().routes(number, false) + tables.vrfs().routes(number, true);
			}
		});
	}

	/** Withdraws routes of a source from a table. */
	private interface Withdrawal {
		void run(RouteTable table, int source);
	}

	Commit removeSource(String name, Consumer<SourceUse> precondition) {
		int number = number(name);
		precondition.accept(tables.use(number));
		return withdraw(tables.sources().get(number), (table, source) -> table.of(source).stream().forEach(table::remove));
	}

	Commit setDistance(String name, int distance, Consumer<SourceUse> precondition) {
		int number = number(name);
		RouteSource before = tables.sources().get(number);
		precondition.accept(tables.use(number));
		Commit commit = tables.transact(before, new Edit() {
			@Override
			void run(int same) {
				tables.sources().set(number, new RouteSource(name, distance));
			}

			@Override
			void emit(RouteTable table, FibRoutes change) {
				table.emitAll(table.of(number), change);
			}

			@Override
			boolean movesNexthops() {
				return true;
			}

			@Override
			void undo() {
				tables.sources().set(number, before);
			}
		});
		if (distance != before.distance()) {
			tables.sources().touch(number);
		}
		return commit;
	}

	private int number(String source) {
		return tables.sources().find(source).orElseThrow(() -> new UnknownSourceException(source));
	}

	/** The interfaces are others now: the connected routes follow, and all nexthops resolve anew. */
	Commit relink(UnaryOperator<Links> change) {
		Links before = tables.links();
		return tables.transact(RouteSource.CONNECTED, new Edit() {
			@Override
			void run(int number) {
				tables.setLinks(change.apply(before));
				tables.vrfs().all().forEach(
						vrf -> tables.replace(number, tables.links().connected(vrf.name())));
			}

			@Override
			boolean movesNexthops() {
				return true;
			}

			@Override
			void undo() {
				tables.setLinks(before);
			}
		});
	}

	/** False when there is a VRF of that name already. */
	boolean addVrf(String name) {
		if (tables.vrfs().find(name).isPresent()) {
			return false;
		}
		Vrf vrf = tables.vrfs().create(name);
		tables.listener().vrfAdded(vrf.number());
		tables.vrfs().add(vrf);
		resolveAgain();
		return true;
	}

	/** One source's routes after another's: what is refused on the way leaves the rest, and the VRF. */
	void removeVrf(String name) {
		Vrf vrf = tables.vrfs().get(name);
		List<String> interfaces = tables.links().in(name);
		if (vrf.number() == 0) {
			throw new VrfInUseException("VRF " + name + " is always there");
		}
		if (!interfaces.isEmpty()) {
			throw new VrfInUseException("VRF " + name + " has interfaces: " + String.join(", ", interfaces));
		}
		for (int source = 0; source < tables.sources().count(); source++) {
			replace(tables.sources().get(source), new RouteChanges(name), false, 0);
		}
		tables.listener().vrfRemoved(vrf.number());
		tables.vrfs().remove(vrf);
		resolveAgain();
	}

	/** A VRF without routes changes what nexthops are told, and nothing in the FIB. */
	private void resolveAgain() {
		tables.transact(RouteSource.CONNECTED, new Edit() {
			@Override
			void run(int number) {}

			@Override
			boolean movesNexthops() {
				return true;
			}
		});
	}
}
