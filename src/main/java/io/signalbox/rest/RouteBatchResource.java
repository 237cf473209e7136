package io.signalbox.rest;

import io.signalbox.dataplane.DataplaneException;
import io.signalbox.feed.bulk.Rejections;
import io.signalbox.feed.bulk.RouteBodies;
import io.signalbox.feed.bulk.RouteForm;
import io.signalbox.feed.bulk.RouteSink;
import io.signalbox.rest.dto.BatchResultDto;
import io.signalbox.rib.Commit;
import io.signalbox.rib.Rib;
import io.signalbox.rib.RibFullException;
import io.signalbox.route.RouteChanges;
import io.signalbox.store.StaticRoutes;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code /routes/batch}: many static routes in one request. */
@Path("/api/v1/routes/batch")
@Produces(MediaType.APPLICATION_JSON)
public class RouteBatchResource {
	private final StaticRoutes routes;
	private final Rib rib;
	private final Vrfs vrfs;
	private final LargeBodies bodies;

	RouteBatchResource(StaticRoutes routes, Rib rib, Vrfs vrfs, LargeBodies bodies) {
		this.routes = routes;
		this.rib = rib;
		this.vrfs = vrfs;
		this.bodies = bodies;
	}

	/** How a body is read. */
	private interface Reader {
		void read(Rejections rejections, RouteSink sink) throws IOException;
	}

	@POST
	@Consumes(MediaType.APPLICATION_JSON)
	@LargeBody
	public BatchResultDto applyRouteBatch(@RestQuery String vrf, @RestQuery String atomic, InputStream body)
			throws IOException {
		return apply(vrf, atomic, (rejections, sink) ->
				RouteBodies.readArray(body, RouteForm.ROUTE_OPERATION, rejections, sink));
	}

	@POST
	@Consumes(RoutesResource.NDJSON)
	@LargeBody
	public BatchResultDto applyRouteBatchLines(@RestQuery String vrf, @RestQuery String atomic, InputStream body)
			throws IOException {
		return apply(vrf, atomic, (rejections, sink) ->
				RouteBodies.readNdjson(body, RouteForm.ROUTE_OPERATION, rejections, sink));
	}

	private BatchResultDto apply(String vrf, String atomic, Reader reader) throws IOException {
		String name = vrfs.require(vrf).name();
		long begin = System.nanoTime();
		return Parameters.bool("atomic", atomic, true) ? applyWhole(name, begin, reader) : applyEach(name, begin, reader);
	}

	private BatchResultDto applyWhole(String vrf, long begin, Reader reader) throws IOException {
		RouteChanges changes = bodies.read(() -> gather(vrf, reader));
		Commit commit = routes.apply(changes);
		return new BatchResultDto(
				commit.added(),
				commit.changed(),
				commit.removed(),
				commit.unchanged(),
				0,
				Optional.empty(),
				commit.generation(),
				Staged.secondsSince(begin));
	}

	private static RouteChanges gather(String vrf, Reader reader) throws IOException {
		RouteChanges changes = new RouteChanges(vrf);
		reader.read(Rejections.strict(), (index, route) -> {
			Staged.checkRoom(changes);
			route.addTo(changes);
		});
		return changes;
	}

	private BatchResultDto applyEach(String vrf, long begin, Reader reader) throws IOException {
		Rejections rejections = Rejections.keeping(Integer.MAX_VALUE);
		SortedMap<Long, RouteChanges> changes = bodies.read(() -> gatherEach(vrf, reader, rejections));
		SortedMap<Long, CompletableFuture<Commit>> commits = routes.applyEach(vrf, changes);
		Results results = new Results(rib.size().generation());
		rejections.kept().forEach(bad -> results.reject(bad.index(), bad.problem().getMessage()));
		commits.forEach(results::add);
		return results.dto(begin);
	}

	private static SortedMap<Long, RouteChanges> gatherEach(String vrf, Reader reader, Rejections rejections)
			throws IOException {
		SortedMap<Long, RouteChanges> changes = new TreeMap<>();
		reader.read(rejections, (index, route) -> {
			Staged.checkRoomAlone(changes.size());
			RouteChanges one = new RouteChanges(vrf);
			route.addTo(one);
			changes.put(index, one);
		});
		return changes;
	}

	/** The results of elements that stand alone. */
	private static final class Results {
		private final SortedMap<Long, BatchResultDto.Element> elements = new TreeMap<>();
		private final int[] counts = new int[4];
		private long rejected;
		private long generation;

		private Results(long generation) {
			this.generation = generation;
		}

		private void reject(long index, String detail) {
			elements.put(index, new BatchResultDto.Element(index, "rejected", Optional.of(detail)));
			rejected++;
		}

		private void add(long index, CompletableFuture<Commit> future) {
			try {
				Commit commit = Await.result(future);
				generation = Math.max(generation, commit.generation());
				elements.put(index, new BatchResultDto.Element(index, count(commit), Optional.empty()));
			} catch (DataplaneException | RibFullException refused) {
				reject(index, refused.getMessage());
			}
		}

		private String count(Commit commit) {
			counts[0] += commit.added();
			counts[1] += commit.changed();
			counts[2] += commit.removed();
			counts[3] += commit.unchanged();
			return commit.added() > 0
					? "added"
					: commit.changed() > 0 ? "changed" : commit.removed() > 0 ? "removed" : "unchanged";
		}

		private BatchResultDto dto(long begin) {
			List<BatchResultDto.Element> list = new ArrayList<>(elements.values());
			return new BatchResultDto(
					counts[0], counts[1], counts[2], counts[3], rejected, Optional.of(list), generation,
					Staged.secondsSince(begin));
		}
	}
}
